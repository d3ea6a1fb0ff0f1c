/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.brotli.dec.BrotliInputStream;

/** Pages compressed with BROTLI, which are read here and not written: what writes them is a native library. */
final class Brotli {

    private Brotli() {}

    /** @throws IOException if the bytes do not unpack to exactly that size */
    static byte[] decompress(byte[] bytes, int offset, int length, int size) throws IOException {
        byte[] plain = new byte[size];
        try (InputStream in = new BrotliInputStream(new ByteArrayInputStream(bytes, offset, length))) {
            if (in.readNBytes(plain, 0, size) < size || in.read() >= 0) {
                throw new IOException("a page does not unpack to the " + size + " bytes that its header states");
            }
        }
        return plain;
    }
}
