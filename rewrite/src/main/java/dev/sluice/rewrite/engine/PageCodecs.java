/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.zlib.ZlibCompressor.CompressionLevel;
import org.apache.hadoop.io.compress.zlib.ZlibFactory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.codec.NonBlockedDecompressor;
import org.apache.parquet.hadoop.codec.ZstandardCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The compressors and decompressors of one task, and its leave to hold large pages. Not for many threads; closed so that
 * native buffers and the leave go back.
 */
final class PageCodecs implements AutoCloseable {

    /** Above this, the copies of a page that a task holds at a time are too many to be held by every task. */
    private static final long LARGE = 8L * 1024 * 1024;

    /** What level 0 to 9 of GZIP is called. */
    private static final List<CompressionLevel> GZIP_LEVELS = List.of(
            CompressionLevel.NO_COMPRESSION,
            CompressionLevel.BEST_SPEED,
            CompressionLevel.TWO,
            CompressionLevel.THREE,
            CompressionLevel.FOUR,
            CompressionLevel.FIVE,
            CompressionLevel.SIX,
            CompressionLevel.SEVEN,
            CompressionLevel.EIGHT,
            CompressionLevel.BEST_COMPRESSION);

    private static final Map<OptionalInt, Codecs> FACTORIES = new ConcurrentHashMap<>();

    private final Map<CompressionCodecName, Compressor> compressors = new EnumMap<>(CompressionCodecName.class);
    private final Map<CompressionCodecName, Decompressor> decompressors = new EnumMap<>(CompressionCodecName.class);
    private final Codecs factory;
    private final Semaphore largePages;
    private boolean holdsLargePages;

    /**
     * @param largePages as many permits as tasks may hold large pages at the same time
     * @param level of compression, for codecs that have levels
     */
    PageCodecs(Semaphore largePages, OptionalInt level) {
        this.largePages = largePages;
        this.factory = FACTORIES.computeIfAbsent(level, any -> new Codecs(configuration(level)));
    }

    /** Reads no configuration file: what a Hadoop installation says is no business of ours. */
    private static Configuration configuration(OptionalInt level) {
        Configuration configuration = new Configuration(false);
        level.ifPresent(number -> {
            configuration.setInt(ZstandardCodec.PARQUET_COMPRESS_ZSTD_LEVEL, number);
            if (number >= 0 && number < GZIP_LEVELS.size()) {
                ZlibFactory.setCompressionLevel(configuration, GZIP_LEVELS.get(number));
            }
        });
        return configuration;
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

        private final Configuration settings;

        Codecs(Configuration settings) {
            super(settings, 0);
            this.settings = settings;
        }

        /** From the pool, where one may lie that was made for another level. */
        @Nullable
        Compressor compressor(CompressionCodec codec) {
            return CodecPool.getCompressor(codec, settings);
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
        Compressor compressor = compressors.computeIfAbsent(name, any -> factory.compressor(codec));
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
            return factory.find(name);
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
