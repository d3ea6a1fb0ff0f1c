/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The deprecated codec LZ4: blocks in Hadoop's frames (size, compressed size, block) or, from writers that took the
 * format's text literally, one bare block. Hadoop's own implementation needs a library that is not on the class path.
 */
final class Lz4Frames {

    /** Fits the buffers of Hadoop's own reader. */
    private static final int BLOCK = 128 * 1024;

    private Lz4Frames() {}

    static byte[] decompress(byte[] bytes, int offset, int length, int size) throws IOException {
        byte[] plain = new byte[size];
        if (unframe(ByteBuffer.wrap(bytes, offset, length), plain)) {
            return plain;
        }
        try {
            int count = new Lz4Decompressor().decompress(bytes, offset, length, plain, 0, size);
            if (count == size) {
                return plain;
            }
        } catch (MalformedInputException e) {
            throw new IOException("a page is not LZ4", e);
        }
        throw new IOException("an LZ4 page does not have the " + size + " bytes that its header states");
    }

    /** False if the bytes are not whole frames that fill the target exactly. */
    private static boolean unframe(ByteBuffer from, byte[] target) {
        int filled = 0;
        try {
            while (from.remaining() >= Integer.BYTES) {
                int frame = from.getInt();
                int end = Math.addExact(filled, frame);
                if (frame < 0 || end > target.length) {
                    return false;
                }
                while (filled < end) {
                    int compressed = from.remaining() >= Integer.BYTES ? from.getInt() : -1;
                    if (compressed <= 0 || compressed > from.remaining()) {
                        return false;
                    }
                    int at = from.arrayOffset() + from.position();
                    filled += new Lz4Decompressor()
                            .decompress(from.array(), at, compressed, target, filled, end - filled);
                    from.position(from.position() + compressed);
                }
            }
        } catch (MalformedInputException | ArithmeticException e) {
            return false;
        }
        return filled == target.length && !from.hasRemaining();
    }

    static byte[] compress(byte[] plain) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(plain.length / 2 + 16);
        Lz4Compressor compressor = new Lz4Compressor();
        byte[] block = new byte[compressor.maxCompressedLength(BLOCK)];
        for (int from = 0; from < plain.length; from += BLOCK) {
            int size = Math.min(BLOCK, plain.length - from);
            int compressed = compressor.compress(plain, from, size, block, 0, block.length);
            byte[] header = ByteBuffer.allocate(2 * Integer.BYTES)
                    .putInt(size)
                    .putInt(compressed)
                    .array();
            frames.write(header, 0, header.length);
            frames.write(block, 0, compressed);
        }
        return frames.toByteArray();
    }
}
