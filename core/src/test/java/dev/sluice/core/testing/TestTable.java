/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DanglingDelete;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.DeleteFiles;
import dev.sluice.core.table.History;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One version of a table that exists in memory only; made by {@link TableBuilder}. */
public record TestTable(
        TableRef table,
        long version,
        Instant readAt,
        String fingerprint,
        List<DataFile> dataFiles,
        History history,
        Optional<Bytes> preferredFileSize,
        List<Objection> objections,
        List<PartitionColumn> partitionColumns)
        implements TableState {

    public TestTable {
        dataFiles = List.copyOf(dataFiles);
        objections = List.copyOf(objections);
        partitionColumns = List.copyOf(partitionColumns);
    }

    @Override
    public Stream<DataFile> files() {
        return dataFiles.stream();
    }

    /** The same version, with fewer deletes that apply to nothing. */
    TestTable without(List<DanglingDelete> gone) {
        List<DanglingDelete> left =
                new ArrayList<>(history.deleteFiles().map(DeleteFiles::dangling).orElse(List.of()));
        left.removeAll(gone);
        return new TestTable(
                table,
                version,
                readAt,
                fingerprint,
                dataFiles,
                new History(
                        history.versions(),
                        history.metadata(),
                        history.manifests(),
                        Optional.of(new DeleteFiles(left.size(), Bytes.of(left.size()), left)),
                        history.newestAt()),
                preferredFileSize,
                objections,
                partitionColumns);
    }
}
