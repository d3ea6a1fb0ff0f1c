/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The compressors and decompressors of one task, and its leave to hold large pages. Not for many threads; closed so that
 * native buffers and the leave go back.
 */
final class PageCodecs implements AutoCloseable {

    /** Above this, the copies of a page that a task holds at a time are too many to be held by every task. */
    private static final long LARGE = 8L * 1024 * 1024;

    /** Reads no configuration file: what a Hadoop installation says is no business of ours. */
    private static final Configuration NO_CONFIGURATION = new Configuration(false);

    private static final int PAGE_SIZE = 1024 * 1024;

    private final CodecFactory factory = new CodecFactory(NO_CONFIGURATION, PAGE_SIZE);
    private final Semaphore largePages;
    private boolean holdsLargePages;

    /** @param largePages as many permits as tasks may hold large pages at the same time */
    PageCodecs(Semaphore largePages) {
        this.largePages = largePages;
    }

    /** Called before a page is read: waits until this task may hold a page of that size. */
    void admit(long size) {
        if (size > LARGE && !holdsLargePages) {
            largePages.acquireUninterruptibly();
            holdsLargePages = true;
        }
    }

    /** Says that nothing on the class path can read or write a codec. */
    static final class Missing extends RuntimeException {

        Missing(CompressionCodecName codec, Throwable cause) {
            super("pages compressed with " + codec + " can be neither read nor written here.", cause);
        }
    }

    /**
     * @param size what the page's header states
     * @throws IOException if the bytes are not what the codec writes, or not of the size stated
     */
    byte[] decompress(CompressionCodecName codec, byte[] bytes, int offset, int length, int size) throws IOException {
        byte[] plain = codec == CompressionCodecName.LZ4
                ? Lz4Frames.decompress(bytes, offset, length, size)
                : bytes(found(codec, () -> factory.getDecompressor(codec))
                        .decompress(BytesInput.from(bytes, offset, length), size));
        if (plain.length != size) {
            throw new IOException("a page has " + plain.length + " bytes where its header states " + size);
        }
        return plain;
    }

    byte[] compress(CompressionCodecName codec, BytesInput plain) throws IOException {
        return codec == CompressionCodecName.LZ4
                ? Lz4Frames.compress(bytes(plain))
                : bytes(found(codec, () -> factory.getCompressor(codec)).compress(plain));
    }

    private static byte[] bytes(BytesInput input) throws IOException {
        return input.toInputStream().readNBytes(Math.toIntExact(input.size()));
    }

    /** @throws Missing if the codec cannot be used here */
    void require(CompressionCodecName codec) {
        if (codec != CompressionCodecName.LZ4) {
            Object ignored = found(codec, () -> factory.getDecompressor(codec));
            assert ignored != null;
        }
    }

    private static <T> T found(CompressionCodecName codec, Supplier<T> lookup) {
        try {
            return lookup.get();
        } catch (BadConfigurationException | LinkageError e) {
            throw new Missing(codec, e);
        }
    }

    @Override
    public void close() {
        factory.release();
        if (holdsLargePages) {
            holdsLargePages = false;
            largePages.release();
        }
    }
}
