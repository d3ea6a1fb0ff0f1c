/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.fault.GateException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.iceberg.BaseMetastoreTableOperations;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.FileIO;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.glue.model.ConcurrentModificationException;
import software.amazon.awssdk.services.glue.model.EntityNotFoundException;
import software.amazon.awssdk.services.glue.model.OperationTimeoutException;
import software.amazon.awssdk.services.glue.model.Table;
import software.amazon.awssdk.services.glue.model.TableInput;
import software.amazon.awssdk.services.glue.model.UpdateTableRequest;

/**
 * One table of Glue. A commit moves the table's parameter {@code metadata_location}, if the table's version in Glue is still
 * the one that was read; all else that Glue knows of the table, columns and location, stays, as Sluice changes none of it.
 * A commit without an answer is looked for, and is unknown where it is not found: it may still arrive.
 */
final class GlueOperations extends BaseMetastoreTableOperations {

    private final GlueCatalog catalog;
    private final TableIdentifier table;
    private final FileIO io;

    GlueOperations(GlueCatalog catalog, TableIdentifier table, FileIO io) {
        this.catalog = catalog;
        this.table = table;
        this.io = io;
    }

    @Override
    protected String tableName() {
        return table.toString();
    }

    @Override
    public FileIO io() {
        return io;
    }

    @Override
    protected void doRefresh() {
        Optional<Table> found = catalog.asking(this::find);
        if (found.isEmpty() && currentMetadataLocation() != null) {
            throw new NoSuchTableException("Glue no longer knows the table %s", table);
        }
        found.filter(each -> !GlueCatalog.isIceberg(each)).ifPresent(each -> {
            throw new NoSuchTableException("%s is a table of Glue, and no Iceberg table", table);
        });
        refreshFromMetadataLocation(
                found.map(each -> each.parameters().get(METADATA_LOCATION_PROP)).orElse(null));
    }

    private Optional<Table> find() {
        try {
            return Optional.of(catalog.reading()
                    .getTable(request -> request.databaseName(table.namespace().level(0))
                            .name(table.name())
                            .catalogId(catalog.catalogId().orElse(null)))
                    .table());
        } catch (EntityNotFoundException e) {
            return Optional.empty();
        }
    }

    @Override
    protected void doCommit(TableMetadata base, TableMetadata metadata) {
        Table found = found();
        String current = found.parameters().get(METADATA_LOCATION_PROP);
        if (!Objects.equals(current, base.metadataFileLocation())) {
            throw new CommitFailedException("Another writer has committed to %s", table);
        }
        String written = writeNewMetadataIfRequired(false, metadata);
        UpdateTableRequest request = UpdateTableRequest.builder()
                .catalogId(catalog.catalogId().orElse(null))
                .databaseName(table.namespace().level(0))
                .tableInput(moved(found, written))
                .versionId(found.versionId())
                .skipArchive(true)
                .build();
        try {
            catalog.committing().updateTable(request);
        } catch (ConcurrentModificationException e) {
            RefusedMetadata.takeBack(written, io, this::refresh);
            throw new CommitFailedException(e, "Another writer has committed to %s", table);
        } catch (SdkException e) {
            if (isRefusal(e)) {
                RefusedMetadata.takeBack(written, io, this::refresh);
                throw new SurelyNotCommitted(catalog.failed(e));
            }
            lookFor(written, e);
        }
    }

    /** Where not even this can be asked, nothing was committed. */
    private Table found() {
        try {
            return catalog.asking(this::find)
                    .orElseThrow(() -> new CommitFailedException("Glue no longer knows the table %s", table));
        } catch (GateException e) {
            throw new SurelyNotCommitted(e);
        }
    }

    /** An answer that says no; all others, and none at all, leave open what was done. */
    private static boolean isRefusal(SdkException e) {
        return e instanceof AwsServiceException answer
                && answer.statusCode() >= 400
                && answer.statusCode() < 500
                && !(e instanceof OperationTimeoutException);
    }

    private void lookFor(String written, SdkException failure) {
        boolean isIn;
        try {
            isIn = find().map(each -> written.equals(each.parameters().get(METADATA_LOCATION_PROP)))
                    .orElse(false);
        } catch (SdkException e) {
            failure.addSuppressed(e);
            throw new CommitStateUnknownException(failure);
        }
        if (!isIn) {
            throw new CommitStateUnknownException(failure);
        }
    }

    /** The table as Glue has it, with its newest metadata elsewhere. */
    private static TableInput moved(Table found, String written) {
        Map<String, String> parameters = new HashMap<>(found.parameters());
        parameters.put(PREVIOUS_METADATA_LOCATION_PROP, parameters.get(METADATA_LOCATION_PROP));
        parameters.put(METADATA_LOCATION_PROP, written);
        return TableInput.builder()
                .name(found.name())
                .description(found.description())
                .owner(found.owner())
                .lastAccessTime(found.lastAccessTime())
                .lastAnalyzedTime(found.lastAnalyzedTime())
                .retention(found.retention())
                .storageDescriptor(found.storageDescriptor())
                .partitionKeys(found.hasPartitionKeys() ? found.partitionKeys() : null)
                .viewOriginalText(found.viewOriginalText())
                .viewExpandedText(found.viewExpandedText())
                .tableType(found.tableType())
                .targetTable(found.targetTable())
                .parameters(parameters)
                .build();
    }
}
