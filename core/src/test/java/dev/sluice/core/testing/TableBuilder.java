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
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.TableRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Builds a table in memory, as a sentence: {@code aTable().withFiles(40, Bytes.ofMebibytes(1)).build()}. What is said of
 * rows, deletes and partition holds for the files added after it. Paths are numbered in the order of adding.
 */
public final class TableBuilder {

    public static final TableRef ORDERS = new TableRef("fake", "/lake/orders");

    public static final Instant WRITTEN = Instant.parse("2026-11-01T00:00:00Z");

    private final List<DataFile> files = new ArrayList<>();
    private final List<Objection> objections = new ArrayList<>();
    private final List<PartitionColumn> columns = new ArrayList<>();
    private final List<DanglingDelete> dangling = new ArrayList<>();
    private TableRef table = ORDERS;
    private long version = 1;
    private String fingerprint = "schema-1";
    private Partition partition = Partition.WHOLE_TABLE;
    private long rows = 100;
    private long deletedRows;
    private @Nullable String leaveAlone;
    private long versions = 1;
    private Optional<Bytes> preferred = Optional.empty();
    private OptionalLong manifests = OptionalLong.empty();
    private int written;

    private TableBuilder() {}

    public static TableBuilder aTable() {
        return new TableBuilder();
    }

    public TableBuilder named(TableRef table) {
        this.table = table;
        return this;
    }

    public TableBuilder atVersion(long version) {
        this.version = version;
        return this;
    }

    public TableBuilder withFingerprint(String fingerprint) {
        this.fingerprint = fingerprint;
        return this;
    }

    /** The files to come hold so many rows each. */
    public TableBuilder rowsPerFile(long rows) {
        this.rows = rows;
        return this;
    }

    /** Of each of the files to come so many rows are deleted. */
    public TableBuilder deletedRowsPerFile(long deletedRows) {
        this.deletedRows = deletedRows;
        return this;
    }

    /** The files to come must not be rewritten, for a reason. */
    public TableBuilder leftAlone(String reason) {
        this.leaveAlone = reason;
        return this;
    }

    /** The files to come belong to the partition of one column's value. */
    public TableBuilder inPartition(String column, @Nullable String value) {
        return inPartition(new Partition(List.of(new Partition.Field(column, value))));
    }

    /** The files to come belong to a partition. */
    public TableBuilder inPartition(Partition partition) {
        this.partition = partition;
        return this;
    }

    public TableBuilder withFiles(int count, Bytes size) {
        for (int i = 0; i < count; i++) {
            String deletes = deletedRows == 0 ? "" : "dv-" + deletedRows;
            files.add(new DataFile(
                    "part-%05d.parquet".formatted(written),
                    size,
                    rows,
                    deletedRows,
                    deletes,
                    partition,
                    WRITTEN.plusSeconds(written),
                    leaveAlone));
            written++;
        }
        return this;
    }

    public TableBuilder withFile(DataFile file) {
        files.add(file);
        return this;
    }

    /** Takes a file out again. */
    public TableBuilder without(String path) {
        files.removeIf(file -> file.path().equals(path));
        return this;
    }

    public TableBuilder keepingVersions(long versions) {
        this.versions = versions;
        return this;
    }

    public TableBuilder preferringFilesOf(Bytes size) {
        this.preferred = Optional.of(size);
        return this;
    }

    public TableBuilder objecting(Objection.Kind kind, String text) {
        objections.add(new Objection(kind, text));
        return this;
    }

    public TableBuilder partitionedBy(String column, PartitionColumn.Kind kind) {
        columns.add(new PartitionColumn(column, kind));
        return this;
    }

    /** With files of deletes that apply to nothing. */
    public TableBuilder withDangling(String... keys) {
        for (String key : keys) {
            dangling.add(new DanglingDelete(key, Bytes.ofKibibytes(1)));
        }
        return this;
    }

    /** Made of so many manifests, all of them small. */
    public TableBuilder withManifests(long count) {
        manifests = OptionalLong.of(count);
        return this;
    }

    private History history() {
        Optional<DeleteFiles> deletes = dangling.isEmpty()
                ? Optional.empty()
                : Optional.of(new DeleteFiles(dangling.size(), Bytes.ofKibibytes(dangling.size()), dangling));
        return new History(versions, Bytes.ofKibibytes(versions), manifests, deletes, Optional.empty());
    }

    public TestTable build() {
        return new TestTable(table, version, WRITTEN, fingerprint, files, history(), preferred, objections, columns);
    }
}
