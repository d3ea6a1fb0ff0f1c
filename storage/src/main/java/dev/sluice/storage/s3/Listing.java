/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.OptionalObjectAttributes;

/**
 * A listing, page by page; from the second page on the next one is asked for while this one is gone through. Keys that no
 * location can name are passed over: they are nobody's file, and so nobody deletes them.
 */
final class Listing<T> implements Iterator<T> {

    /** The order that S3 lists in; some services take another one for characters beyond the basic plane. */
    private static final Comparator<Location> BY_NAME_IN_UTF_8 =
            Comparator.comparing(Listing::utf8, Arrays::compareUnsigned);

    private final Service service;
    private final Location folder;
    private final ListObjectsV2Request first;
    private final Function<ListObjectsV2Response, Stream<T>> reading;
    private Iterator<T> page;
    private @Nullable String next;
    private @Nullable CompletableFuture<ListObjectsV2Response> ahead;

    /** @param reading what of a page is listed */
    private Listing(
            Service service,
            Location folder,
            ListObjectsV2Request first,
            Function<ListObjectsV2Response, Stream<T>> reading) {
        this.service = service;
        this.folder = folder;
        this.first = first;
        this.reading = reading;
        ListObjectsV2Response response = ask(first);
        this.page = reading.apply(response).iterator();
        this.next = tokenOf(response);
    }

    /** All that lies below a folder. */
    static Stream<StoredFile> below(Service service, Location folder) {
        return stream(service, folder, request(service, folder).build(), answer -> files(folder, answer));
    }

    /** As much of what lies below a folder as tells that there is something. */
    static boolean isEmpty(Service service, Location folder) {
        // A folder's own marker and keys without a name may come first.
        ListObjectsV2Request request = request(service, folder).maxKeys(10).build();
        return !new Listing<>(service, folder, request, answer -> files(folder, answer)).hasNext();
    }

    /** What lies directly in a folder, from some name on. */
    static Stream<StoredFile> of(Service service, Location folder, String from) {
        ListObjectsV2Request.Builder request = request(service, folder).delimiter("/");
        if (!from.isEmpty()) {
            // The service begins after a key and not at it: take the name's beginning, which sorts before the name.
            int last = from.offsetByCodePoints(from.length(), -1);
            request.startAfter(S3Addresses.keyPrefix(folder) + from.substring(0, last));
        }
        byte[] first = from.getBytes(StandardCharsets.UTF_8);
        Function<ListObjectsV2Response, Stream<StoredFile>> reading = answer -> files(folder, answer)
                .filter(file -> Arrays.compareUnsigned(utf8(file.location()), first) >= 0)
                .sorted(Comparator.comparing(StoredFile::location, BY_NAME_IN_UTF_8));
        return stream(service, folder, request.build(), reading);
    }

    /** The folders directly in a folder. */
    static Stream<Location> folders(Service service, Location folder) {
        ListObjectsV2Request request = request(service, folder).delimiter("/").build();
        return stream(service, folder, request, answer -> folders(folder, answer));
    }

    private static ListObjectsV2Request.Builder request(Service service, Location folder) {
        ListObjectsV2Request.Builder request = ListObjectsV2Request.builder()
                .bucket(folder.authority())
                .prefix(S3Addresses.keyPrefix(folder))
                .encodingType(EncodingType.URL);
        return service.storage().isAws()
                ? request.optionalObjectAttributes(OptionalObjectAttributes.RESTORE_STATUS)
                : request;
    }

    private static <T> Stream<T> stream(
            Service service,
            Location folder,
            ListObjectsV2Request request,
            Function<ListObjectsV2Response, Stream<T>> reading) {
        Listing<T> listing = new Listing<>(service, folder, request, reading);
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(listing, Spliterator.NONNULL), false)
                .onClose(listing::close);
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && next != null) {
            turn();
        }
        return page.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.next();
    }

    private static byte[] utf8(Location location) {
        return location.name().getBytes(StandardCharsets.UTF_8);
    }

    private void turn() {
        ListObjectsV2Response response = ahead == null ? ask(continued()) : await(ahead);
        ahead = null;
        page = reading.apply(response).iterator();
        next = tokenOf(response);
        if (next != null) {
            ListObjectsV2Request request = continued();
            ahead = CompletableFuture.supplyAsync(() -> ask(request), service.threads());
        }
    }

    private ListObjectsV2Request continued() {
        return first.toBuilder().startAfter(null).continuationToken(next).build();
    }

    private static @Nullable String tokenOf(ListObjectsV2Response response) {
        return Boolean.TRUE.equals(response.isTruncated()) ? response.nextContinuationToken() : null;
    }

    private ListObjectsV2Response ask(ListObjectsV2Request request) {
        return service.requests()
                .send(Act.LIST, folder, doubt -> service.client().listObjectsV2(request));
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static Stream<StoredFile> files(Location folder, ListObjectsV2Response answer) {
        return answer.contents().stream()
                .flatMap(object -> S3Addresses.location(folder.authority(), object.key())
                        .filter(location -> !UploadName.isOne(location))
                        .filter(folder::contains)
                        .map(location -> new StoredFile(
                                location, Bytes.of(object.size()), time(object.lastModified()), Archive.holds(object)))
                        .stream());
    }

    private static Stream<Location> folders(Location folder, ListObjectsV2Response answer) {
        return answer.commonPrefixes().stream()
                .map(common -> common.prefix().substring(0, common.prefix().length() - 1))
                .flatMap(key -> S3Addresses.location(folder.authority(), key).stream())
                .filter(folder::contains)
                .sorted(BY_NAME_IN_UTF_8);
    }

    /** Whole seconds, as a look at a single object tells it, so that the two can be compared. */
    static Instant time(Instant lastModified) {
        return lastModified.truncatedTo(ChronoUnit.SECONDS);
    }

    private void close() {
        CompletableFuture<ListObjectsV2Response> asked = ahead;
        next = null;
        if (asked != null) {
            asked.cancel(false);
        }
    }
}
