/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DanglingDelete;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.DeleteFiles;
import dev.sluice.core.table.History;
import dev.sluice.core.table.Manifest;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.SmallManifests;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
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

    private static final int ENOUGH_MANIFESTS = 10;

    public TestTable {
        dataFiles = List.copyOf(dataFiles);
        objections = List.copyOf(objections);
        partitionColumns = List.copyOf(partitionColumns);
    }

    @Override
    public Stream<DataFile> files() {
        return dataFiles.stream();
    }

    /** By the rule of the real ones: ten are enough. Every commit adds one. */
    @Override
    public Optional<SmallManifests> smallManifests(Set<String> rewritten, int commits) {
        OptionalLong there = history.manifests();
        if (there.isEmpty() || there.getAsLong() + commits < ENOUGH_MANIFESTS) {
            return Optional.empty();
        }
        List<Manifest> manifests = LongStream.range(0, there.getAsLong())
                .mapToObj(n -> new Manifest("m%d.avro".formatted(n), Bytes.ofKibibytes(4)))
                .toList();
        return Optional.of(new SmallManifests(manifests, commits, Bytes.ofMebibytes(8)));
    }

    /** The same version, made of so many manifests. */
    TestTable withManifests(long manifests) {
        return with(new History(
                history.versions(),
                history.metadata(),
                OptionalLong.of(manifests),
                history.deleteFiles(),
                history.newestAt()));
    }

    /** The same version, with fewer deletes that apply to nothing. */
    TestTable without(List<DanglingDelete> gone) {
        List<DanglingDelete> left =
                new ArrayList<>(history.deleteFiles().map(DeleteFiles::dangling).orElse(List.of()));
        left.removeAll(gone);
        return with(new History(
                history.versions(),
                history.metadata(),
                history.manifests(),
                Optional.of(new DeleteFiles(left.size(), Bytes.of(left.size()), left)),
                history.newestAt()));
    }

    private TestTable with(History changed) {
        return new TestTable(
                table,
                version,
                readAt,
                fingerprint,
                dataFiles,
                changed,
                preferredFileSize,
                objections,
                partitionColumns);
    }
}
