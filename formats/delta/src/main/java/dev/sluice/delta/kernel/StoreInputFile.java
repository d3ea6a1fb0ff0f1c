/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.defaults.engine.hadoopio.HadoopInputFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/**
 * A stored file that Kernel reads.
 *
 * <p>It passes for a Hadoop file for one reason: to any other file Kernel's Parquet reader gives a new Hadoop
 * configuration, and each of those searches and parses Hadoop's default files. No Hadoop file system stands behind it.
 */
final class StoreInputFile extends HadoopInputFile {

    private static final Configuration NO_DEFAULTS = new Configuration(false);

    private final Store store;
    private final Function<Location, StoreInput> reading;
    private final Location location;
    private final String path;
    private final long knownSize;

    /**
     * @param reading opens the file
     * @param knownSize the size as the log has it, or a negative number
     */
    @SuppressWarnings(
            "NullAway") // The superclass only keeps what it is given, and all that would use it is overridden.
    StoreInputFile(Store store, Function<Location, StoreInput> reading, String path, long knownSize) {
        super(null, null, knownSize);
        this.store = store;
        this.reading = reading;
        this.location = KernelPath.location(path);
        this.path = path;
        this.knownSize = knownSize;
    }

    @Override
    public long length() throws IOException {
        if (knownSize >= 0) {
            return knownSize;
        }
        try {
            return store.find(location)
                    .orElseThrow(() -> new FileNotFoundException(location.toString()))
                    .size()
                    .count();
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public Configuration configuration() {
        return NO_DEFAULTS;
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
        try {
            return new StoreInputStream(reading.apply(location));
        } catch (GateException e) {
            if (e.getCause() instanceof NoSuchFileException
                    || store.find(location).isEmpty()) {
                throw (IOException) new FileNotFoundException(e.getMessage()).initCause(e);
            }
            throw new IOException(e.getMessage(), e);
        }
    }
}
