/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store.PutOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;

/**
 * How a file comes to be. Every file carries an id of the call that wrote it: when an attempt's answer was lost and the next
 * one is told that a file is there, the id tells whether it is one's own.
 */
final class Writing {

    /** The name of the user metadata that holds the id. */
    static final String ID = "sluice-put";

    private static final int PRECONDITION_FAILED = 412;
    private static final int NOT_FOUND = 404;

    private final Service service;

    Writing(Service service) {
        this.service = service;
    }

    static String newId() {
        return UUID.randomUUID().toString();
    }

    /** Writes a file whole where none is. */
    PutOutcome putIfAbsent(Location file, byte[] content, int length) {
        String id = newId();
        return ifAbsent(file, id, content, length, () -> put(file, id, content, length, "*"));
    }

    /** Writes a file whole, whatever is there. */
    void replace(Location file, byte[] content) {
        String id = newId();
        service.requests().send(Act.WRITE, file, inDoubt -> {
            put(file, id, content, content.length, null);
            return true;
        });
    }

    /**
     * Sends what makes a file appear unless one is there, until it is known how that ended.
     *
     * @param content what the file holds, where the id alone may not tell whose it is
     */
    PutOutcome ifAbsent(Location file, String id, byte @Nullable [] content, int length, Runnable put) {
        return service.requests().send(Act.WRITE, file, inDoubt -> {
            try {
                put.run();
                return PutOutcome.CREATED;
            } catch (S3Exception e) {
                boolean taken = e.statusCode() == PRECONDITION_FAILED;
                boolean gone = inDoubt && content == null && e.statusCode() == NOT_FOUND;
                if (!taken && !gone) {
                    throw e;
                }
                return inDoubt ? whose(file, id, content, length) : PutOutcome.EXISTS;
            }
        });
    }

    /** An earlier attempt went unanswered, and now a file is there. */
    private PutOutcome whose(Location file, String id, byte @Nullable [] content, int length) {
        HeadObjectResponse found;
        try {
            found = service.client()
                    .headObject(HeadObjectRequest.builder()
                            .bucket(file.authority())
                            .key(S3Addresses.key(file))
                            .build());
        } catch (S3Exception e) {
            if (e.statusCode() == NOT_FOUND) {
                throw S3Failure.unanswered(file, "A file was there for a moment, and is not any more.", e);
            }
            throw e;
        }
        String writer = found.metadata().get(ID);
        if (writer != null) {
            return writer.equals(id) ? PutOutcome.CREATED : PutOutcome.EXISTS;
        }
        if (content == null || (found.contentLength() == length && holds(file, content, length))) {
            throw S3Failure.unanswered(file, "A file is there, and the service does not tell who wrote it.", null);
        }
        return PutOutcome.EXISTS;
    }

    private boolean holds(Location file, byte[] content, int length) {
        GetObjectRequest request = GetObjectRequest.builder()
                .bucket(file.authority())
                .key(S3Addresses.key(file))
                .build();
        try (ResponseInputStream<GetObjectResponse> body = service.client().getObject(request)) {
            byte[] there = body.readNBytes(length + 1);
            return Arrays.equals(there, 0, there.length, content, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void put(Location file, String id, byte[] content, int length, @Nullable String ifNoneMatch) {
        PutObjectRequest.Builder request = PutObjectRequest.builder()
                .bucket(file.authority())
                .key(S3Addresses.key(file))
                .ifNoneMatch(ifNoneMatch)
                .contentMD5(checksum(content, length))
                .metadata(Map.of(ID, id));
        service.storage().storageClass().ifPresent(chosen -> request.storageClass(chosen.name()));
        tagging().ifPresent(request::tagging);
        switch (service.storage().encryption().kind()) {
            case BUCKET_DEFAULT -> {}
            case SSE_S3 -> request.serverSideEncryption(ServerSideEncryption.AES256);
            case SSE_KMS ->
                request.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId(key());
        }
        String tag = service.client()
                .putObject(request.build(), body(content, length))
                .eTag();
        requireAnswer(tag);
    }

    /** A proxy on the way may answer 200 for itself: only S3 names an object's tag, an upload's id. */
    static void requireAnswer(@Nullable Object named) {
        if (named == null) {
            throw new UncheckedIOException(new IOException("what answered does not speak as S3 does"));
        }
    }

    static RequestBody body(byte[] content, int length) {
        return RequestBody.fromRemainingByteBuffer(ByteBuffer.wrap(content, 0, length));
    }

    CreateMultipartUploadRequest upload(Location file, String id) {
        CreateMultipartUploadRequest.Builder request = CreateMultipartUploadRequest.builder()
                .bucket(file.authority())
                .key(S3Addresses.key(file))
                .metadata(Map.of(ID, id));
        service.storage().storageClass().ifPresent(chosen -> request.storageClass(chosen.name()));
        tagging().ifPresent(request::tagging);
        switch (service.storage().encryption().kind()) {
            case BUCKET_DEFAULT -> {}
            case SSE_S3 -> request.serverSideEncryption(ServerSideEncryption.AES256);
            case SSE_KMS ->
                request.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId(key());
        }
        return request.build();
    }

    private @Nullable String key() {
        return service.storage().encryption() instanceof Encryption.ManagedKey managed
                ? managed.key().orElse(null)
                : null;
    }

    private Optional<Tagging> tagging() {
        Map<String, String> tags = service.storage().tags();
        return tags.isEmpty()
                ? Optional.empty()
                : Optional.of(Tagging.builder()
                        .tagSet(tags.entrySet().stream()
                                .map(tag -> Tag.builder()
                                        .key(tag.getKey())
                                        .value(tag.getValue())
                                        .build())
                                .toList())
                        .build());
    }

    /** Services other than AWS check the body by this one; for AWS the SDK sends a newer one itself. */
    @Nullable
    String checksum(byte[] content, int length) {
        if (service.storage().isAws()) {
            return null;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            digest.update(content, 0, length);
            return Base64.getEncoder().encodeToString(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has MD5", e);
        }
    }
}
