/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.store.StoredFile;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/**
 * Iceberg's file access on the store port. It deletes what a commit wrote and did not need, and never a table's metadata
 * file: Iceberg would do that on its own where {@code write.metadata.delete-after-commit.enabled} is set.
 */
public class StoreFileIO implements DelegateFileIO {

    private final @Nullable Store store;

    public StoreFileIO(Store store) {
        this.store = store;
    }

    /** One that finds its store later. */
    protected StoreFileIO() {
        this.store = null;
    }

    /** What it reads from and writes to. */
    public Store store() {
        return Objects.requireNonNull(store);
    }

    @Override
    public InputFile newInputFile(String path) {
        return new StoreInputFile(store(), path, -1);
    }

    @Override
    public InputFile newInputFile(String path, long length) {
        return new StoreInputFile(store(), path, length);
    }

    @Override
    public OutputFile newOutputFile(String path) {
        return new StoreOutputFile(store(), path);
    }

    @Override
    public void deleteFile(String path) {
        refuseMetadata(path);
        DeleteOutcome outcome =
                store().delete(List.of(IcebergPath.location(path))).get(0);
        if (outcome.kind() == DeleteOutcome.Kind.FAILED) {
            throw new GateException(Fault.STORAGE, path, outcome.reason());
        }
    }

    @Override
    public void deleteFiles(Iterable<String> paths) {
        int failed = 0;
        for (String path : paths) {
            try {
                deleteFile(path);
            } catch (GateException e) {
                failed++;
            }
        }
        if (failed > 0) {
            throw new BulkDeletionFailureException(failed);
        }
    }

    private static void refuseMetadata(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (name.contains(".metadata.json")) {
            throw new GateException(
                    Fault.UNSAFE, path, "A metadata file is deleted by an approved plan, or not at all.");
        }
    }

    @Override
    public Iterable<FileInfo> listPrefix(String prefix) {
        Location folder = IcebergPath.location(prefix);
        return () -> {
            // Iceberg's interface has nothing to close; a listing that is read to its end closes itself.
            try (Stream<StoredFile> files = store().list(folder)) {
                return files.map(StoreFileIO::described).toList().iterator();
            }
        };
    }

    private static FileInfo described(StoredFile file) {
        return new FileInfo(
                IcebergPath.text(file.location()),
                file.size().count(),
                file.modifiedAt().toEpochMilli());
    }

    /** Nothing that Sluice asks for deletes a whole folder. */
    @Override
    public void deletePrefix(String prefix) {
        throw new GateException(Fault.UNSAFE, prefix, "Sluice deletes single files, never a folder.");
    }
}
