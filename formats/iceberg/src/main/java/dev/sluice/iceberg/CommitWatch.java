/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * A table's operations, watched while one commit is made: whether the catalog was ever asked, and which version went in.
 * What was never asked for cannot have gone in.
 */
final class CommitWatch implements TableOperations {

    private final TableOperations operations;
    private boolean asked;
    private Optional<Snapshot> committed = Optional.empty();

    CommitWatch(TableOperations operations) {
        this.operations = operations;
    }

    boolean hasAsked() {
        return asked;
    }

    /** The version that the catalog has taken. */
    Optional<Snapshot> committed() {
        return committed;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
        asked = true;
        operations.commit(base, metadata);
        committed = Optional.of(metadata.currentSnapshot());
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
