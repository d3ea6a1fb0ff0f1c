/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.StoreInput;
import java.io.IOException;
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

    /** Made once, without Hadoop's configuration files: the plain builder parses them anew for every file. */
    private static final ParquetReadOptions OPTIONS =
            ParquetReadOptions.builder(new HadoopParquetConfiguration(false)).build();

    private final StoreInput input;

    public StoreInputFile(StoreInput input) {
        this.input = input;
    }

    public ParquetMetadata footer() throws IOException {
        try (SeekableInputStream stream = newStream()) {
            return ParquetFileReader.readFooter(this, OPTIONS, stream);
        }
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
