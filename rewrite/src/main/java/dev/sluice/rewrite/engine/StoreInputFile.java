/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.StoreInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A file of the store as parquet-java wants to see it. Its streams leave the input open: whoever opened it closes it. */
public final class StoreInputFile implements InputFile {

    /** Holds nearly every footer, so that one request reads it. */
    private static final int TAIL = 64 * 1024;

    /** More could not be held beside what is made of it in a heap of 512 MiB. */
    private static final Bytes LARGEST_FOOTER = Bytes.ofMebibytes(64);

    private static final int TRAILER = 8;

    /** "PAR1"; a file whose footer is encrypted has another. */
    private static final int MAGIC = 0x31524150;

    /** Made once, without Hadoop's configuration files: the plain builder parses them anew for every file. */
    private static final ParquetReadOptions OPTIONS =
            ParquetReadOptions.builder(new HadoopParquetConfiguration(false)).build();

    private final StoreInput input;

    public StoreInputFile(StoreInput input) {
        this.input = input;
    }

    /** @throws IOException if it cannot be read, or would take more memory than its own size */
    public ParquetMetadata footer() throws IOException {
        try (StoreStream stream = StoreStream.backward(input, TAIL)) {
            requireSound(stream);
            return ParquetFileReader.readFooter(this, OPTIONS, stream);
        }
    }

    /** What is not even a file of this format is left to the reader, which says so. */
    private void requireSound(StoreStream stream) throws IOException {
        long end = input.size() - TRAILER;
        if (end < 0) {
            return;
        }
        stream.seek(end);
        ByteBuffer trailer = ByteBuffer.allocate(TRAILER).order(ByteOrder.LITTLE_ENDIAN);
        stream.readFully(trailer);
        long length = trailer.getInt(0);
        if (length < 0 || length > end || trailer.getInt(Integer.BYTES) != MAGIC) {
            return;
        }
        if (length > LARGEST_FOOTER.count()) {
            throw new ThriftWalk.Malformed(
                    "it states %s of metadata; up to %s can be read".formatted(Bytes.of(length), LARGEST_FOOTER));
        }
        stream.hold(end - length);
        stream.seek(end - length);
        ThriftWalk.struct(stream, end);
    }

    @Override
    public long getLength() {
        return input.size();
    }

    @Override
    public SeekableInputStream newStream() {
        return StoreStream.backward(input, TAIL);
    }

    @Override
    public String toString() {
        return input.location().toString();
    }
}
