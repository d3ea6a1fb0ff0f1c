/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.jspecify.annotations.Nullable;

/** A table as its catalog gave it, with its metadata as it was then. */
public sealed class IcebergTable permits SupersededTable {

    private final TableRef ref;
    private final Table table;
    private final TableMetadata metadata;
    private final Store files;
    private final Superseded superseded;

    /**
     * @param files reaches the table's files with the table's own credentials
     * @param superseded is told what our commits are made on
     */
    public IcebergTable(TableRef ref, Table table, Store files, Superseded superseded) {
        this.ref = ref;
        this.table = table;
        this.metadata = ((HasTableOperations) table).operations().current();
        this.files = files;
        this.superseded = superseded;
    }

    public TableRef ref() {
        return ref;
    }

    public Table table() {
        return table;
    }

    public TableMetadata metadata() {
        return metadata;
    }

    public Store files() {
        return files;
    }

    /** True if each row has an id for life: from format version 3 on (the specification's section "Row Lineage"). */
    public boolean hasRowLineage() {
        return metadata.formatVersion() >= 3;
    }

    Superseded superseded() {
        return superseded;
    }

    public TableOperations operations() {
        return ((HasTableOperations) table).operations();
    }

    /**
     * Does something that reads files of the table's versions. Where another writer has made it forget one of them
     * meanwhile, what is missing is gone and not damaged.
     *
     * @throws GateException with {@code VERSION_FORGOTTEN} then
     */
    public <T extends @Nullable Object> T reading(Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw refusal(e);
        }
    }

    /** What was thrown while the table was read, or committed to, as a fault of ours. */
    GateException refusal(RuntimeException thrown) {
        GateException refusal = Refusals.of(ref.toString(), thrown);
        if (refusal.fault() == Fault.TABLE_NOT_FOUND) {
            return gone(refusal).orElse(refusal);
        }
        return mayBeForgotten(refusal.fault()) ? forgotten(refusal).orElse(refusal) : refusal;
    }

    /** A file that goes between being found and being opened is, to the store, one that cannot be read. */
    boolean mayBeForgotten(Fault fault) {
        return fault == Fault.TABLE_DAMAGED || fault == Fault.STORAGE;
    }

    /** The versions that the table has by now: of these none was forgotten. */
    Set<Long> shown() {
        Set<Long> versions = new HashSet<>();
        addTo(versions, operations().refresh());
        return versions;
    }

    private Optional<GateException> forgotten(GateException damage) {
        Set<Long> read = new LinkedHashSet<>();
        Optional.ofNullable(current()).map(Snapshot::snapshotId).ifPresent(read::add);
        addTo(read, metadata);
        try {
            addTo(read, operations().current());
            read.removeAll(shown());
        } catch (RuntimeException e) {
            damage.addSuppressed(e);
            return gone(e);
        }
        return read.stream()
                .findFirst()
                .map(version -> new GateException(
                        Fault.VERSION_FORGOTTEN,
                        ref.toString(),
                        "Another writer has made it forget version %d while it was read.".formatted(version),
                        damage));
    }

    /** Empty where it cannot be looked at again: then nobody knows. */
    private Optional<GateException> gone(RuntimeException looking) {
        GateException refusal = Refusals.of(ref.toString(), looking);
        return switch (refusal.fault()) {
            case TABLE_NOT_FOUND ->
                Optional.of(new GateException(
                        Fault.TABLE_NOT_FOUND,
                        ref.toString(),
                        "It was dropped while it was read, or got another name.",
                        looking));
            case VERSION_FORGOTTEN -> Optional.of(refusal);
            default -> Optional.empty();
        };
    }

    private static void addTo(Set<Long> versions, TableMetadata metadata) {
        metadata.snapshots().forEach(snapshot -> versions.add(snapshot.snapshotId()));
    }

    /** The current version of the main branch, null where nothing was ever written. */
    @Nullable
    public Snapshot current() {
        return metadata.currentSnapshot();
    }
}
