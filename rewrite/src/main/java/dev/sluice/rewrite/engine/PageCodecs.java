/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.codec.NonBlockedDecompressor;
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

    private static final Codecs FACTORY = new Codecs();

    private final Map<CompressionCodecName, Compressor> compressors = new EnumMap<>(CompressionCodecName.class);
    private final Map<CompressionCodecName, Decompressor> decompressors = new EnumMap<>(CompressionCodecName.class);
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

    /** Finds codecs as parquet-java does, but gives them out themselves: its own wrappers hide where a stream ends. */
    private static final class Codecs extends CodecFactory {

        Codecs() {
            super(NO_CONFIGURATION, 0);
        }

        CompressionCodec find(CompressionCodecName name) {
            return getCodec(name);
        }
    }

    /** Says that nothing on the class path can read or write a codec. */
    static final class Missing extends RuntimeException {

        Missing(CompressionCodecName codec, Throwable cause) {
            super("pages compressed with " + codec + " can be neither read nor written here.", cause);
        }

        Missing(CompressionCodecName codec) {
            super("pages compressed with " + codec + " can be read here, but not written.");
        }
    }

    /**
     * @param size what the page's header states
     * @throws IOException if the bytes are not what the codec writes, or not exactly of the size stated: decoders make up
     *     zeros for what a page cut short does not have
     */
    byte[] decompress(CompressionCodecName name, byte[] bytes, int offset, int length, int size) throws IOException {
        if (name == CompressionCodecName.LZ4) {
            return Lz4Frames.decompress(bytes, offset, length, size);
        }
        if (name == CompressionCodecName.BROTLI) {
            return Brotli.decompress(bytes, offset, length, size);
        }
        if (name == CompressionCodecName.SNAPPY) {
            requireSnappySize(bytes, offset, length, size);
        }
        CompressionCodec codec = codec(name);
        Decompressor decompressor = decompressors.computeIfAbsent(name, any -> CodecPool.getDecompressor(codec));
        if (decompressor != null) {
            decompressor.reset();
        }
        byte[] plain = new byte[size];
        try (InputStream in = codec.createInputStream(new ByteArrayInputStream(bytes, offset, length), decompressor)) {
            int count = in.readNBytes(plain, 0, size);
            // Streams over parquet-java's own decompressors fail at their end instead of saying that it is one.
            boolean atEnd = decompressor instanceof NonBlockedDecompressor ? decompressor.needsInput() : in.read() < 0;
            if (count < size || !atEnd) {
                throw new IOException("a page does not unpack to the " + size + " bytes that its header states");
            }
        }
        return plain;
    }

    /** The bytes begin with a size of their own, for which the library allocates whatever it is. */
    private static void requireSnappySize(byte[] bytes, int offset, int length, int size) throws IOException {
        long stated = 0;
        int shift = 0;
        int at = offset;
        byte next = -1;
        while (next < 0 && at < offset + length && shift < Integer.SIZE) {
            next = bytes[at++];
            stated |= (next & 0x7FL) << shift;
            shift += 7;
        }
        if (next < 0 || stated != size) {
            throw new IOException("a page unpacks to %d bytes where its header states %d".formatted(stated, size));
        }
    }

    byte[] compress(CompressionCodecName name, BytesInput plain) throws IOException {
        if (name == CompressionCodecName.UNCOMPRESSED) {
            return plain.toInputStream().readNBytes(Math.toIntExact(plain.size()));
        }
        if (name == CompressionCodecName.LZ4) {
            return Lz4Frames.compress(plain.toInputStream().readAllBytes());
        }
        CompressionCodec codec = codec(name);
        Compressor compressor = compressors.computeIfAbsent(name, any -> CodecPool.getCompressor(codec));
        if (compressor != null) {
            compressor.reset();
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream(Math.toIntExact(plain.size() / 2 + 64));
        try (CompressionOutputStream out = codec.createOutputStream(packed, compressor)) {
            plain.writeAllTo(out);
            out.finish();
        }
        return packed.toByteArray();
    }

    /** @throws Missing if pages with the codec cannot be read here */
    void requireReading(CompressionCodecName name) {
        if (name != CompressionCodecName.LZ4
                && name != CompressionCodecName.BROTLI
                && name != CompressionCodecName.UNCOMPRESSED) {
            CompressionCodec ignored = codec(name);
            assert ignored != null;
        }
    }

    /** @throws Missing if pages with the codec cannot be written here */
    void requireWriting(CompressionCodecName name) {
        if (name == CompressionCodecName.BROTLI) {
            throw new Missing(name);
        }
        requireReading(name);
    }

    private CompressionCodec codec(CompressionCodecName name) {
        try {
            return FACTORY.find(name);
        } catch (BadConfigurationException | LinkageError e) {
            throw new Missing(name, e);
        }
    }

    @Override
    public void close() {
        compressors.values().forEach(CodecPool::returnCompressor);
        decompressors.values().forEach(CodecPool::returnDecompressor);
        if (holdsLargePages) {
            holdsLargePages = false;
            largePages.release();
        }
    }
}
