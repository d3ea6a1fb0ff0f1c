/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoredFile;
import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kernel's file access over a store. It creates and reads, and never deletes: what may go is for an approved plan to say.
 */
public class KernelFileIO implements FileIO {

    private static final Logger LOG = LoggerFactory.getLogger(KernelFileIO.class);

    private final Store store;
    private final Map<String, String> settings;
    private final Function<Location, StoreInput> reading;
    private final Consumer<StoredFile> showing;
    private final AtomicLong refusedDeletions = new AtomicLong();

    /** @param settings what Kernel's handlers look up by name, such as {@code parquet.compression} */
    public KernelFileIO(Store store, Map<String, String> settings) {
        this(store, settings, store::open, file -> {});
    }

    KernelFileIO(Store store, Map<String, String> settings, CommitFiles commits) {
        this(store, settings, commits::open, commits::shown);
    }

    /**
     * @param reading opens a file for Kernel to read
     * @param showing is told of each file that a listing shows to Kernel
     */
    private KernelFileIO(
            Store store,
            Map<String, String> settings,
            Function<Location, StoreInput> reading,
            Consumer<StoredFile> showing) {
        this.store = store;
        this.settings = Map.copyOf(settings);
        this.reading = reading;
        this.showing = showing;
    }

    final Store store() {
        return store;
    }

    final Map<String, String> settings() {
        return settings;
    }

    /** How many files Kernel wanted to delete and could not. */
    public final long refusedDeletions() {
        return refusedDeletions.get();
    }

    @Override
    public CloseableIterator<FileStatus> listFrom(String filePath) throws IOException {
        Location from = KernelPath.location(filePath);
        try {
            Stream<StoredFile> files = store.listFrom(from.parent(), from.name());
            Iterator<StoredFile> iterator = files.iterator();
            // Kernel tells a table without new commits from no table at all by this exception.
            if (!iterator.hasNext() && !store.holds(from.parent())) {
                files.close();
                throw new FileNotFoundException(from.parent().toString());
            }
            return new Listing(files, iterator, showing);
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public FileStatus getFileStatus(String path) throws IOException {
        Location file = KernelPath.location(path);
        try {
            return status(store.find(file).orElseThrow(() -> new FileNotFoundException(file.toString())));
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public String resolvePath(String path) {
        return KernelPath.text(KernelPath.location(path));
    }

    /** Does nothing: a store makes folders as files need them. */
    @Override
    public boolean mkdirs(String path) {
        return true;
    }

    @Override
    public InputFile newInputFile(String path, long fileSize) {
        return new StoreInputFile(store, reading, path, fileSize);
    }

    @Override
    public OutputFile newOutputFile(String path) {
        return new StoreOutputFile(store, path);
    }

    /**
     * Refuses. Kernel deletes in one place only, when it drops expired log files after writing a checkpoint from a snapshot
     * that was loaded as the latest one; it takes a refusal as "not deleted" and goes on.
     */
    @Override
    public boolean delete(String path) {
        refusedDeletions.incrementAndGet();
        LOG.debug("Kernel wanted to delete {}; it was left where it is.", path);
        return false;
    }

    @Override
    public Optional<String> getConf(String key) {
        return Optional.ofNullable(settings.get(key));
    }

    /** Refuses: only tables whose commits a catalog hands out need it. */
    @Override
    public void copyFileAtomically(String source, String target, boolean overwrite) {
        throw new GateException(
                Fault.TABLE_FEATURE_UNSUPPORTED,
                KernelPath.location(target).toString(),
                "Publishing a catalog's commits by copying them is not supported.");
    }

    private static FileStatus status(StoredFile file) {
        return FileStatus.of(
                KernelPath.text(file.location()),
                file.size().count(),
                file.modifiedAt().toEpochMilli());
    }

    /** A store's listing as Kernel iterates it. */
    private record Listing(Stream<StoredFile> files, Iterator<StoredFile> iterator, Consumer<StoredFile> showing)
            implements CloseableIterator<FileStatus> {

        @Override
        public boolean hasNext() {
            return iterator.hasNext();
        }

        @Override
        public FileStatus next() {
            StoredFile file = iterator.next();
            showing.accept(file);
            return status(file);
        }

        @Override
        public void close() {
            files.close();
        }
    }
}
