/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store.PutOutcome;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/**
 * An object under construction. A small one is held until it is committed and written by one request; a large one is sent in
 * parts while it grows, which become an object when it is committed, and are discarded when it is not.
 */
final class S3Output implements StoreOutput {

    /** S3 wants 5 MiB at least of each part but the last, and takes 10,000 parts. */
    static final int PART = 8 * 1024 * 1024;

    private static final int PARTS_UNDER_WAY = 2;
    private static final int MOST_PARTS = 10_000;

    private final Service service;
    private final Writing writing;
    private final Location location;
    private final Supplier<StoredFile> look;
    private final String id = Writing.newId();
    private final List<CompletableFuture<CompletedPart>> parts = new ArrayList<>();
    private final Deque<CompletableFuture<CompletedPart>> underWay = new ArrayDeque<>();
    private byte[] buffer = new byte[64 * 1024];
    private int filled;
    private long position;
    private @Nullable String upload;
    private boolean ended;

    /** @param look how to look at the file when it is written */
    S3Output(Service service, Location location, Supplier<StoredFile> look) {
        this.service = service;
        this.writing = new Writing(service);
        this.location = location;
        this.look = look;
    }

    @Override
    public Location location() {
        return location;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void write(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (filled == PART) {
                sendPart();
            }
            int count = Math.min(bytes.remaining(), PART - filled);
            makeRoom(filled + count);
            bytes.get(buffer, filled, count);
            filled += count;
            position += count;
        }
    }

    private void makeRoom(int length) {
        if (length > buffer.length) {
            byte[] larger = new byte[Math.min(PART, Math.max(length, 2 * buffer.length))];
            System.arraycopy(buffer, 0, larger, 0, filled);
            buffer = larger;
        }
    }

    /** Sends what the buffer holds as the next part, without waiting for it. */
    private void sendPart() {
        if (parts.size() == MOST_PARTS) {
            throw new GateException(
                    Fault.STORAGE,
                    location.toString(),
                    "It is larger than S3 takes in %d parts of %d bytes.".formatted(MOST_PARTS, PART));
        }
        String target = upload == null ? begin() : upload;
        if (underWay.size() == PARTS_UNDER_WAY) {
            CompletedPart ignored = await(underWay.removeFirst());
        }
        byte[] content = buffer;
        int length = filled;
        int number = parts.size() + 1;
        CompletableFuture<CompletedPart> part =
                CompletableFuture.supplyAsync(() -> send(target, number, content, length), service.threads());
        parts.add(part);
        underWay.add(part);
        buffer = new byte[PART];
        filled = 0;
    }

    private String begin() {
        CreateMultipartUploadRequest request = writing.upload(location, id);
        String begun = service.requests()
                .send(
                        Act.BEGIN,
                        location,
                        doubt -> service.client().createMultipartUpload(request).uploadId());
        upload = begun;
        return begun;
    }

    private CompletedPart send(String target, int number, byte[] content, int length) {
        UploadPartRequest request = UploadPartRequest.builder()
                .bucket(location.authority())
                .key(S3Addresses.key(location))
                .uploadId(target)
                .partNumber(number)
                .contentMD5(writing.checksum(content, length))
                .build();
        return service.requests().send(Act.SEND_PART, location, doubt -> {
            var response = service.client().uploadPart(request, Writing.body(content, length));
            Writing.requireAnswer(response.eTag());
            return CompletedPart.builder()
                    .partNumber(number)
                    .eTag(response.eTag())
                    .checksumCRC32(response.checksumCRC32())
                    .checksumCRC64NVME(response.checksumCRC64NVME())
                    .build();
        });
    }

    @Override
    public StoredFile commit() {
        PutOutcome outcome = upload == null ? commitWhole() : commitParts(upload);
        if (outcome == PutOutcome.EXISTS) {
            throw new GateException(
                    Fault.STORAGE, location.toString(), "A file of this name is there already; it was left as it is.");
        }
        ended = true;
        try {
            return look.get();
        } catch (GateException e) {
            throw new GateException(Fault.UNANSWERED, location.toString(), "It was written, but " + e.reason(), e);
        }
    }

    private PutOutcome commitWhole() {
        return writing.putIfAbsent(location, buffer, filled);
    }

    private PutOutcome commitParts(String target) {
        if (filled > 0) {
            sendPart();
        }
        List<CompletedPart> sent = parts.stream().map(S3Output::await).toList();
        CompleteMultipartUploadRequest request = CompleteMultipartUploadRequest.builder()
                .bucket(location.authority())
                .key(S3Addresses.key(location))
                .uploadId(target)
                .multipartUpload(all -> all.parts(sent))
                .ifNoneMatch("*")
                .build();
        return writing.ifAbsent(
                location,
                id,
                null,
                0,
                () -> Writing.requireAnswer(
                        service.client().completeMultipartUpload(request).eTag()));
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public void close() {
        String begun = upload;
        buffer = new byte[0];
        filled = 0;
        if (ended || begun == null) {
            return;
        }
        ended = true;
        underWay.forEach(part -> {
            CompletedPart ignored = part.exceptionally(
                            failed -> CompletedPart.builder().build())
                    .join(); // a part that arrives after the abortion would stay for ever
        });
        new Uploads(service).abort(location, begun);
    }
}
