/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * A store of objects in S3 or a service that speaks as S3 does.
 *
 * <p>A file appears as a whole, by a conditional put or by the end of an upload in parts, and never over another one. There
 * are no folders and no links. It says DELETED also of a file that was not there. Keys that no {@link Location} can name,
 * such as {@code a//b}, are neither listed nor touched.
 */
public final class S3Store implements Store, AutoCloseable {

    private static final int NOT_FOUND = 404;

    private final Service service;
    private final Writing writing;
    private final Uploads uploads;
    private final Deletion deletion;
    private final ReadAhead readAhead = new ReadAhead();

    public S3Store(S3Storage storage) {
        this.service = new Service(storage);
        this.writing = new Writing(service);
        this.uploads = new Uploads(service);
        this.deletion = new Deletion(service);
    }

    @Override
    public Stream<StoredFile> list(Location folder) {
        return Listing.below(service, own(folder));
    }

    @Override
    public Stream<StoredFile> listFrom(Location folder, String from) {
        return Listing.of(service, own(folder), from);
    }

    @Override
    public Stream<Location> folders(Location folder) {
        return Listing.folders(service, own(folder));
    }

    @Override
    public Optional<StoredFile> find(Location file) {
        Location own = own(file);
        if (own.path().equals("/")) {
            return Optional.empty(); // a bucket is no file
        }
        if (UploadName.isOne(own)) {
            return uploads.find(own);
        }
        return service.requests().send(Act.LOOK, own, doubt -> look(own));
    }

    private Optional<StoredFile> look(Location file) {
        HeadObjectRequest request = HeadObjectRequest.builder()
                .bucket(file.authority())
                .key(S3Addresses.key(file))
                .build();
        try {
            HeadObjectResponse found = service.client().headObject(request);
            Writing.requireAnswer(found.lastModified());
            return Optional.of(new StoredFile(
                    file, Bytes.of(found.contentLength()), Listing.time(found.lastModified()), Archive.holds(found)));
        } catch (S3Exception e) {
            if (e.statusCode() == NOT_FOUND) {
                return Optional.empty();
            }
            throw explained(file, e);
        }
    }

    /** An answer to HEAD has no body, so a refusal comes without its reason; the same question by GET brings it. */
    private S3Exception explained(Location file, S3Exception refusal) {
        if (refusal.statusCode() >= 500 || refusal.statusCode() == 429) {
            return refusal;
        }
        GetObjectRequest request = GetObjectRequest.builder()
                .bucket(file.authority())
                .key(S3Addresses.key(file))
                .range("bytes=0-0")
                .build();
        try (ResponseInputStream<GetObjectResponse> body = service.client().getObject(request)) {
            body.abort();
            return refusal;
        } catch (S3Exception explained) {
            return explained;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean holds(Location folder) {
        return !Listing.isEmpty(service, own(folder));
    }

    @Override
    public StoreInput open(Location file) {
        return S3Input.open(service, readAhead, ownFile(file));
    }

    @Override
    public StoreOutput create(Location file) {
        Location own = ownFile(file);
        return new S3Output(
                service,
                own,
                () -> find(own)
                        .orElseThrow(() -> new GateException(
                                Fault.STORAGE, own.toString(), "is not there any more: somebody deleted it.")));
    }

    @Override
    public List<StoredFile> unfinished(Location file) {
        return uploads.of(ownFile(file));
    }

    @Override
    public Access access(Location place) {
        return S3Access.of(service, own(place));
    }

    /** A key is the only name of an object in its bucket; that two buckets are one, the service does not tell. */
    @Override
    public Location realPlace(Location folder) {
        return folder;
    }

    /** Amazon vouches for its own service. */
    @Override
    public Optional<Bucket> unproven(Location place) {
        Location own = own(place);
        return service.storage()
                .endpoint()
                .filter(endpoint -> !service.storage().isAws())
                .map(endpoint -> new Bucket(endpoint.toString(), own.authority()));
    }

    @Override
    public PutOutcome putIfAbsent(Location file, byte[] content) {
        return writing.putIfAbsent(ownFile(file), content, content.length);
    }

    @Override
    public void replace(Location file, byte[] content) {
        writing.replace(ownFile(file), content);
    }

    @Override
    public List<DeleteOutcome> delete(List<Location> files) {
        Map<String, Set<Location>> byBucket = new LinkedHashMap<>();
        Map<Location, DeleteOutcome> outcomes = new HashMap<>();
        for (Location file : files) {
            Location own = own(file);
            if (UploadName.isOne(own)) {
                outcomes.computeIfAbsent(own, this::discard);
            } else if (own.path().equals("/")) {
                outcomes.put(own, new DeleteOutcome(own, DeleteOutcome.Kind.FAILED, "It is a bucket."));
            } else {
                byBucket.computeIfAbsent(own.authority(), bucket -> new LinkedHashSet<>())
                        .add(own);
            }
        }
        byBucket.values().forEach(bucket -> outcomes.putAll(deletion.of(new ArrayList<>(bucket))));
        return files.stream()
                .map(file -> {
                    DeleteOutcome outcome = Objects.requireNonNull(outcomes.get(own(file)));
                    return new DeleteOutcome(file, outcome.kind(), outcome.reason());
                })
                .toList();
    }

    private DeleteOutcome discard(Location upload) {
        try {
            return uploads.delete(upload);
        } catch (GateException e) {
            return new DeleteOutcome(upload, DeleteOutcome.Kind.FAILED, e.reason());
        } catch (IllegalArgumentException e) {
            return new DeleteOutcome(
                    upload, DeleteOutcome.Kind.FAILED, "Its name is no upload's, and is none of a file.");
        }
    }

    private Location own(Location location) {
        Location canonical = S3Addresses.canonical(location);
        if (!service.storage().holds(canonical)) {
            throw new GateException(
                    Fault.INTERNAL,
                    location.toString(),
                    "The store of %s was asked for another store's file."
                            .formatted(service.storage().prefix()));
        }
        return canonical;
    }

    private Location ownFile(Location file) {
        Location own = own(file);
        if (own.path().equals("/")) {
            throw new GateException(Fault.STORAGE, file.toString(), "It is a bucket and no file.");
        }
        return own;
    }

    @Override
    public void close() {
        service.close();
    }
}
