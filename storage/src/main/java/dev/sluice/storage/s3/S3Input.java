/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * An open object. The request that opens it brings its end along, and so a small file as a whole; what is read from front to
 * back is read ahead in growing pieces. Every later request asks for the very object that was opened.
 */
final class S3Input implements StoreInput {

    private static final int NOT_FOUND = 404;
    private static final int PRECONDITION_FAILED = 412;
    private static final int NOT_SATISFIABLE = 416;

    /** How much of a file is read at once when it is opened. A request costs about as much time as a megabyte. */
    static final int TAIL = 1024 * 1024;

    private static final byte[] NOTHING = {};

    /** What is read ahead, at most. */
    private static final int LONGEST_PIECE = 8 * 1024 * 1024;

    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+)");

    private final Service service;
    private final ReadAhead readAhead;
    private final Location location;
    private final long size;
    private final @Nullable String tag;
    private final Piece tail;
    private Piece last;

    /** Where something lies that was read; its bytes are with what was read ahead, as long as they are held. */
    private static final class Piece {
        private final long start;
        private final int length;

        Piece(long start, int length) {
            this.start = start;
            this.length = length;
        }

        long end() {
            return start + length;
        }
    }

    /** What opening brought. */
    private static final class Opened {
        private final long size;
        private final @Nullable String tag;
        private final byte[] tail;

        Opened(long size, @Nullable String tag, byte[] tail) {
            this.size = size;
            this.tag = tag;
            this.tail = tail;
        }
    }

    private S3Input(Service service, ReadAhead readAhead, Location location, Opened opened) {
        this.service = service;
        this.readAhead = readAhead;
        this.location = location;
        this.size = opened.size;
        this.tag = opened.tag;
        this.tail = new Piece(size - opened.tail.length, opened.tail.length);
        this.last = new Piece(0, 0);
        readAhead.keep(tail, opened.tail);
    }

    static S3Input open(Service service, ReadAhead readAhead, Location file) {
        Opened opened = service.requests().send(Act.READ, file, doubt -> {
            try {
                return tail(service, file);
            } catch (S3Exception e) {
                if (e.statusCode() == NOT_SATISFIABLE) {
                    return whole(service, file);
                }
                throw e.statusCode() == NOT_FOUND && !Trouble.code(e).equals("NoSuchBucket") ? absent(file) : e;
            }
        });
        return new S3Input(service, readAhead, file, opened);
    }

    private static GateException absent(Location file) {
        return new GateException(
                Fault.STORAGE,
                file.toString(),
                "Could not open it. It does not exist.",
                new NoSuchFileException(file.toString()));
    }

    private static Opened tail(Service service, Location file) {
        GetObjectRequest request = request(file).range("bytes=-" + TAIL).build();
        try (ResponseInputStream<GetObjectResponse> body = service.client().getObject(request)) {
            GetObjectResponse response = body.response();
            long length = response.contentLength();
            String range = response.contentRange();
            if (range == null && length > TAIL) {
                body.abort(); // a service without ranges at the end; it would send the whole of a large file
                return new Opened(length, response.eTag(), NOTHING);
            }
            byte[] tail = read(body, (int) length);
            return new Opened(range == null ? length : total(range, length), response.eTag(), tail);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An empty object has no end to ask for. */
    private static Opened whole(Service service, Location file) {
        HeadObjectResponse found = service.client()
                .headObject(HeadObjectRequest.builder()
                        .bucket(file.authority())
                        .key(S3Addresses.key(file))
                        .build());
        return new Opened(found.contentLength(), found.eTag(), NOTHING);
    }

    private static long total(String range, long length) {
        Matcher matcher = CONTENT_RANGE.matcher(range);
        if (!matcher.matches()) {
            throw new UncheckedIOException(new IOException("the range \"%s\" is none".formatted(range)));
        }
        long total = Long.parseLong(matcher.group(3));
        if (Long.parseLong(matcher.group(1)) != total - length || Long.parseLong(matcher.group(2)) != total - 1) {
            throw new UncheckedIOException(
                    new IOException("the range \"%s\" is not the end that was asked for".formatted(range)));
        }
        return total;
    }

    private static byte[] read(ResponseInputStream<GetObjectResponse> body, int length) throws IOException {
        byte[] bytes = body.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer broke off after %d of %d bytes".formatted(bytes.length, length));
        }
        return bytes;
    }

    private static GetObjectRequest.Builder request(Location file) {
        return GetObjectRequest.builder().bucket(file.authority()).key(S3Addresses.key(file));
    }

    @Override
    public Location location() {
        return location;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void readFully(long position, ByteBuffer target) {
        int wanted = target.remaining();
        if (position < 0 || position + wanted > size) {
            throw new GateException(
                    Fault.STORAGE,
                    location.toString(),
                    "The file ends at byte %d, but %d bytes from %d on were to be read."
                            .formatted(size, wanted, position));
        }
        byte[] end = readAhead.of(tail);
        long held = end == null ? size : tail.start;
        int before = (int) Math.min(wanted, Math.max(0, held - position));
        if (before > 0) {
            readBefore(position, target, before, held);
        }
        if (end != null && before < wanted) {
            target.put(end, (int) (position + before - tail.start), wanted - before);
        }
    }

    /** What lies before the end that is held. */
    private void readBefore(long position, ByteBuffer target, int length, long end) {
        Piece before = lastPiece();
        byte[] bytes = readAhead.of(before);
        if (bytes != null && position >= before.start && position + length <= before.end()) {
            target.put(bytes, (int) (position - before.start), length);
            return;
        }
        // Only who reads on where the last read ended is taken to go on reading.
        boolean goesOn = position > 0 && position >= before.start && position <= before.end();
        long ahead = goesOn ? Math.min(LONGEST_PIECE, 2L * before.length) : 0;
        Piece piece = new Piece(position, (int) Math.min(Math.max(length, ahead), end - position));
        byte[] fetched = fetch(position, piece.length);
        target.put(fetched, 0, length);
        readAhead.forget(before);
        if (piece.length > length) {
            readAhead.keep(piece, fetched);
        }
        remember(piece);
    }

    private synchronized Piece lastPiece() {
        return last;
    }

    private synchronized void remember(Piece read) {
        last = read;
    }

    private byte[] fetch(long position, int length) {
        GetObjectRequest request = request(location)
                .range("bytes=%d-%d".formatted(position, position + length - 1))
                .ifMatch(tag)
                .build();
        return service.requests().send(Act.READ, location, doubt -> {
            try (ResponseInputStream<GetObjectResponse> body = service.client().getObject(request)) {
                return read(body, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (S3Exception e) {
                throw e.statusCode() == PRECONDITION_FAILED ? changed() : e;
            }
        });
    }

    private GateException changed() {
        return new GateException(
                Fault.STORAGE, location.toString(), "Could not read it. It was replaced while it was being read.");
    }

    @Override
    public void close() {
        readAhead.forget(tail);
        readAhead.forget(lastPiece());
    }
}
