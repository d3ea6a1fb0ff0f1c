/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.lz4.Lz4HadoopStreams;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.brotli.dec.BrotliInputStream;

/**
 * What parquet-java needs to read pages, one of these per reader at a time: its own codecs, checksums wherever a page
 * has one, no configuration file, and a codec that it cannot do without a native library.
 */
final class PageReading implements CompressionCodecFactory, AutoCloseable {

    private static final Configuration NO_CONFIGURATION = new Configuration(false);

    private final long largestChunk;
    private final CodecFactory codecs = new CodecFactory(NO_CONFIGURATION, 0);
    private final ParquetReadOptions options = ParquetReadOptions.builder(new HadoopParquetConfiguration(false))
            .withCodecFactory(this)
            .usePageChecksumVerification()
            .build();

    /** @param largestChunk what may be in memory as a whole */
    PageReading(long largestChunk) {
        this.largestChunk = largestChunk;
    }

    boolean isTooLarge(long packed) {
        return packed > largestChunk;
    }

    ParquetReadOptions options() {
        return options;
    }

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        throw new UnsupportedOperationException("A check writes nothing");
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return switch (codec) {
            case LZ4 -> new Lz4();
            case BROTLI -> new Brotli();
            default -> codecs.getDecompressor(codec);
        };
    }

    /** Every reader calls this when it is closed; the codecs are for the next one. */
    @Override
    public void release() {}

    @Override
    public void close() {
        codecs.release();
    }

    /** Those that no reader uses at the moment. */
    static final class Pool implements AutoCloseable {

        private final long largestChunk;
        private final Queue<PageReading> idle = new ConcurrentLinkedQueue<>();

        Pool(long largestChunk) {
            this.largestChunk = largestChunk;
        }

        PageReading borrow() {
            PageReading held = idle.poll();
            return held == null ? new PageReading(largestChunk) : held;
        }

        void giveBack(PageReading reading) {
            idle.add(reading);
        }

        @Override
        public void close() {
            idle.forEach(PageReading::close);
        }
    }

    /** A codec that parquet-java leaves to a library outside. */
    private static final class Brotli implements BytesInputDecompressor {

        @Override
        public BytesInput decompress(BytesInput bytes, int size) throws IOException {
            try (InputStream in = new BrotliInputStream(bytes.toInputStream())) {
                byte[] plain = in.readNBytes(size + 1);
                if (plain.length != size) {
                    throw new IOException("a page does not have the %d bytes that its header states".formatted(size));
                }
                return BytesInput.from(plain);
            }
        }

        @Override
        public void decompress(ByteBuffer input, int packed, ByteBuffer output, int size) {
            throw new UnsupportedOperationException("Pages are on the heap");
        }

        @Override
        public void release() {}
    }

    /** The deprecated codec: Hadoop's frames or, from writers that took the format's text literally, one bare block. */
    private static final class Lz4 implements BytesInputDecompressor {

        @Override
        public BytesInput decompress(BytesInput bytes, int size) throws IOException {
            byte[] packed = bytes.toInputStream().readAllBytes();
            byte[] plain = new byte[size];
            if (beginsWithFrame(packed, size) && unframed(packed, plain)) {
                return BytesInput.from(plain);
            }
            int count = new Lz4Decompressor().decompress(packed, 0, packed.length, plain, 0, size);
            if (count != size) {
                throw new IOException("a page has %d bytes where its header states %d".formatted(count, size));
            }
            return BytesInput.from(plain);
        }

        /** A frame begins with its own size and that of its first block. */
        private static boolean beginsWithFrame(byte[] packed, int size) {
            ByteBuffer sizes = ByteBuffer.wrap(packed);
            return packed.length >= 2 * Integer.BYTES
                    && Integer.compareUnsigned(sizes.getInt(), size) <= 0
                    && Integer.compareUnsigned(sizes.getInt(), sizes.remaining()) <= 0;
        }

        private static boolean unframed(byte[] packed, byte[] plain) {
            try (InputStream frames = new Lz4HadoopStreams().createInputStream(new ByteArrayInputStream(packed))) {
                return frames.readNBytes(plain, 0, plain.length) == plain.length && frames.read() < 0;
            } catch (IOException | RuntimeException e) {
                return false;
            }
        }

        @Override
        public void decompress(ByteBuffer input, int packed, ByteBuffer output, int size) {
            throw new UnsupportedOperationException("Pages are on the heap");
        }

        @Override
        public void release() {}
    }
}
