/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.JsonHandler;
import io.delta.kernel.engine.MetricsReporter;
import io.delta.kernel.engine.ParquetHandler;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Kernel's default engine on a store; it deletes nothing, shows no half-written checkpoint, and names what is damaged. */
public final class KernelEngine extends DefaultEngine {

    /** Kernel's own default is uncompressed. */
    private static final Map<String, String> SETTINGS = Map.of("parquet.compression", "SNAPPY");

    private final KernelFileIO files;
    private final Consumer<StoredFile> expecting;

    private KernelEngine(KernelFileIO files, Consumer<StoredFile> expecting) {
        super(files);
        this.files = files;
        this.expecting = expecting;
    }

    public static KernelEngine on(Store store) {
        return new KernelEngine(new KernelFileIO(store, SETTINGS), file -> {});
    }

    /** For one loading of a table and what is read of that version afterwards: each commit file is read once. */
    public static KernelEngine forOneLoading(Store store) {
        CommitFiles commits = new CommitFiles(store);
        return new KernelEngine(new KernelFileIO(store, SETTINGS, commits), commits::shown);
    }

    /** Says which commit files are about to be read, newest first; across a network they are then read beside each other. */
    public void expect(List<StoredFile> commits) {
        commits.forEach(expecting);
    }

    public KernelFileIO files() {
        return files;
    }

    @Override
    public JsonHandler getJsonHandler() {
        return new NamingJsonHandler(files);
    }

    @Override
    public ParquetHandler getParquetHandler() {
        return new WholeFileParquetHandler(files);
    }

    /** None: Kernel's own reporter turns every snapshot and every scan into JSON to log it. */
    @Override
    public List<MetricsReporter> getMetricsReporters() {
        return List.of();
    }
}
