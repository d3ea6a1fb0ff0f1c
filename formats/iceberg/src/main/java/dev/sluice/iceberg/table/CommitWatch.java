/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * A table's operations, watched while one commit is made: whether the catalog was ever asked, and which version went in.
 * What was never asked for cannot have gone in.
 */
final class CommitWatch implements TableOperations {

    private final TableOperations operations;
    private final Optional<Snapshot> version;
    private Consumer<Snapshot> check = snapshot -> {};
    private Optional<TableMetadata> askedOn = Optional.empty();
    private boolean refused;
    private Optional<Snapshot> committed = Optional.empty();

    CommitWatch(TableOperations operations) {
        this(operations, Optional.empty());
    }

    private CommitWatch(TableOperations operations, Optional<Snapshot> version) {
        this.operations = operations;
        this.version = version;
    }

    /** Lets a commit through as long as the table is at a version, and none that Iceberg repeats on a later one. */
    static CommitWatch on(Snapshot version, TableOperations operations) {
        return new CommitWatch(operations, Optional.of(version));
    }

    /** @param check sees each version that is to be committed, with all of its files written, and throws if it must not be */
    void checkedBy(Consumer<Snapshot> check) {
        this.check = check;
    }

    boolean hasAsked() {
        return askedOn.isPresent();
    }

    /** True if the catalog said no when it was last asked, whatever else went wrong since. */
    boolean isRefused() {
        return refused;
    }

    /** The table as it was when a commit was last asked for. */
    Optional<TableMetadata> askedOn() {
        return askedOn;
    }

    /** The version that the catalog has taken. */
    Optional<Snapshot> committed() {
        return committed;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
        if (version.isPresent() && !isStillAt(version.get(), base)) {
            throw new ValidationException(
                    "The table is no longer at version %s.", version.get().snapshotId());
        }
        check.accept(metadata.currentSnapshot());
        askedOn = Optional.of(base);
        refused = false;
        try {
            operations.commit(base, metadata);
        } catch (RuntimeException e) {
            if (!(e instanceof CleanableFailure)) {
                throw e;
            }
            if (!isIn(metadata.currentSnapshot())) {
                refused = true;
                throw e;
            }
        }
        committed = Optional.of(metadata.currentSnapshot());
    }

    /**
     * A no may be the answer to a question that was asked twice: Iceberg's clients of databases and of REST catalogs ask
     * once more by themselves where the first answer was lost, and what went in stands in its own way then.
     */
    private boolean isIn(Snapshot ours) {
        try {
            return operations.refresh().snapshot(ours.snapshotId()) != null;
        } catch (RuntimeException e) {
            throw new CommitStateUnknownException(e);
        }
    }

    private static boolean isStillAt(Snapshot version, TableMetadata table) {
        Snapshot current = table.currentSnapshot();
        return current != null && current.snapshotId() == version.snapshotId();
    }

    @Override
    public TableMetadata current() {
        return operations.current();
    }

    @Override
    public TableMetadata refresh() {
        return operations.refresh();
    }

    @Override
    public FileIO io() {
        return operations.io();
    }

    @Override
    public EncryptionManager encryption() {
        return operations.encryption();
    }

    @Override
    public String metadataFileLocation(String fileName) {
        return operations.metadataFileLocation(fileName);
    }

    @Override
    public LocationProvider locationProvider() {
        return operations.locationProvider();
    }

    @Override
    public TableOperations temp(TableMetadata uncommitted) {
        return operations.temp(uncommitted);
    }

    @Override
    public long newSnapshotId() {
        return operations.newSnapshotId();
    }

    @Override
    public boolean requireStrictCleanup() {
        return operations.requireStrictCleanup();
    }
}
