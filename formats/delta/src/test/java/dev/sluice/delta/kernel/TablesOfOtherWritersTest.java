/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.core.fault.GateException;
import dev.sluice.storage.LocalStore;
import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Tables written by Spark, delta-rs and others, with paths and features that Kernel does not write itself. */
class TablesOfOtherWritersTest {

    private static final String FAILED = "failed: ";

    @Test
    void are_read_as_kernels_own_file_access_reads_them() throws IOException {
        Path collection = Path.of(System.getProperty("sluice.root"), "..", "shared", "data", "delta");
        assumeThat(collection).as("the collection of third-party tables").isDirectory();
        Configuration raw = new Configuration();
        raw.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
        Engine hadoop = DefaultEngine.create(raw);
        KernelEngine ours = KernelEngine.on(new LocalStore());
        List<Path> tables;
        try (Stream<Path> entries = Files.list(collection.toRealPath())) {
            tables = entries.filter(Files::isDirectory).sorted().toList();
        }

        int readable = 0;
        for (Path table : tables) {
            String contents = contents(ours, table);
            assertThat(contents).as(table.toString()).isEqualTo(contents(hadoop, table));
            readable += contents.startsWith(FAILED) ? 0 : 1;
        }
        assertThat(readable).as("readable of " + tables.size() + " tables").isGreaterThan(100);
        assertThat(ours.files().refusedDeletions()).isZero();
    }

    /** The version, and the rows in each live file; or the kind of failure. */
    private static String contents(Engine engine, Path table) {
        try {
            Snapshot snapshot = TableManager.loadSnapshot(table.toString()).build(engine);
            Scan scan = snapshot.getScanBuilder().build();
            TreeMap<String, Long> files = new TreeMap<>();
            try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
                while (batches.hasNext()) {
                    try (CloseableIterator<Row> rows = batches.next().getRows()) {
                        rows.forEachRemaining(file -> count(engine, scan, file, files));
                    }
                }
            }
            return snapshot.getVersion() + " " + files;
        } catch (IOException | RuntimeException e) {
            return FAILED + kernels(e).getClass().getName();
        }
    }

    /** Where we name the damaged file, Kernel's own failure is the cause. */
    private static Throwable kernels(Exception failure) {
        return failure instanceof GateException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static void count(Engine engine, Scan scan, Row file, Map<String, Long> files) {
        Row state = scan.getScanState(engine);
        FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
        long rows = 0;
        try {
            CloseableIterator<ColumnarBatch> stored = engine.getParquetHandler()
                    .readParquetFiles(
                            Utils.singletonCloseableIterator(status),
                            ScanStateRow.getPhysicalDataReadSchema(state),
                            Optional.empty())
                    .map(FileReadResult::getData);
            try (CloseableIterator<FilteredColumnarBatch> batches =
                    Scan.transformPhysicalData(engine, state, file, stored)) {
                while (batches.hasNext()) {
                    try (CloseableIterator<Row> live = batches.next().getRows()) {
                        while (live.hasNext()) {
                            live.next();
                            rows++;
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.merge(status.getPath(), rows, Long::sum);
    }
}
