/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.manifests;

import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** Takes what is written, counts it, and keeps nothing. */
final class NoFile implements OutputFile {

    private long bytes;

    long bytes() {
        return bytes;
    }

    @Override
    public PositionOutputStream create() {
        return createOrOverwrite();
    }

    @Override
    public PositionOutputStream createOrOverwrite() {
        return new PositionOutputStream() {
            @Override
            public long getPos() {
                return bytes;
            }

            @Override
            public void write(int b) {
                bytes++;
            }

            @Override
            public void write(byte[] content, int offset, int length) {
                bytes += length;
            }
        };
    }

    /** A name that says which kind of file it would be. */
    @Override
    public String location() {
        return "nowhere.avro";
    }

    @Override
    public InputFile toInputFile() {
        throw new UnsupportedOperationException("Nothing was kept that could be read");
    }
}
