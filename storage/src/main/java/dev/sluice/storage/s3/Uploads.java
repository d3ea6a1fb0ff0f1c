/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.store.StoredFile;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListPartsRequest;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The uploads in parts that somebody began: their parts lie in the bucket, and are paid for, until they are discarded. */
final class Uploads {

    private static final Logger LOG = LoggerFactory.getLogger(Uploads.class);

    /** What services answer that cannot list uploads, or do not let everybody do so. */
    private static final Set<Integer> NOT_TOLD = Set.of(403, 405, 501);

    private final Service service;

    Uploads(Service service) {
        this.service = service;
    }

    /** Those of one file, empty also where the service does not tell: then they stay. */
    List<StoredFile> of(Location file) {
        String key = S3Addresses.key(file);
        return service.requests().send(Act.LIST_UPLOADS, file, doubt -> {
            ListMultipartUploadsRequest request = ListMultipartUploadsRequest.builder()
                    .bucket(file.authority())
                    .prefix(key)
                    .build();
            try {
                return service.client().listMultipartUploadsPaginator(request).uploads().stream()
                        .filter(upload -> upload.key().equals(key))
                        .map(upload -> describe(file, upload))
                        .flatMap(Optional::stream)
                        .toList();
            } catch (S3Exception e) {
                if (!NOT_TOLD.contains(e.statusCode())) {
                    throw e;
                }
                LOG.warn(
                        "{}: whether there are unfinished uploads cannot be told. {}",
                        file,
                        service.failure().reason(Act.LIST_UPLOADS, file, Trouble.of(e)));
                return List.of();
            }
        });
    }

    private Optional<StoredFile> describe(Location file, MultipartUpload upload) {
        UploadName name = new UploadName(upload.key(), upload.uploadId());
        return size(file.authority(), name)
                .map(size -> new StoredFile(name.in(file.authority()), size, Listing.time(upload.initiated())));
    }

    /** What is left of an upload, if it is there. */
    Optional<StoredFile> find(Location upload) {
        UploadName name = UploadName.of(upload);
        return of(new Location(S3Addresses.SCHEME, upload.authority(), "/" + name.key())).stream()
                .filter(found -> found.location().equals(upload))
                .findFirst();
    }

    private Optional<Bytes> size(String bucket, UploadName name) {
        ListPartsRequest request = ListPartsRequest.builder()
                .bucket(bucket)
                .key(name.key())
                .uploadId(name.id())
                .build();
        try {
            return Optional.of(Bytes.of(service.client().listPartsPaginator(request).parts().stream()
                    .mapToLong(Part::size)
                    .sum()));
        } catch (S3Exception e) {
            if (e.statusCode() == 404) {
                return Optional.empty(); // it came to its end since it was listed
            }
            throw e;
        }
    }

    DeleteOutcome delete(Location upload) {
        UploadName name = UploadName.of(upload);
        return service.requests().send(Act.ABORT, upload, doubt -> abort(upload, name))
                ? new DeleteOutcome(upload, DeleteOutcome.Kind.DELETED, "")
                : new DeleteOutcome(upload, DeleteOutcome.Kind.ABSENT, "");
    }

    /** True if there was something to discard. */
    private boolean abort(Location file, UploadName name) {
        AbortMultipartUploadRequest request = AbortMultipartUploadRequest.builder()
                .bucket(file.authority())
                .key(name.key())
                .uploadId(name.id())
                .build();
        try {
            service.client().abortMultipartUpload(request);
            return true;
        } catch (S3Exception e) {
            if (e.statusCode() == 404) {
                return false;
            }
            throw e;
        }
    }

    /** Discards what a writer of ours began. */
    void abort(Location file, String id) {
        UploadName name = new UploadName(S3Addresses.key(file), id);
        boolean ignored = service.requests().send(Act.ABORT, file, doubt -> abort(file, name));
    }
}
