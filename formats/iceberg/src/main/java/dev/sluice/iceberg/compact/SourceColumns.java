/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.iceberg.rows.InputFile;
import dev.sluice.iceberg.table.IcebergTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.util.PartitionUtil;
import org.jspecify.annotations.Nullable;

/** Reads the columns that partitions are computed from, row by row, as every reader of Iceberg's sees them. */
final class SourceColumns {

    private final IcebergTable table;
    private final @Nullable NameMapping names;

    /** @param names the names that columns have in files without ids, null where the table does not say */
    SourceColumns(IcebergTable table, @Nullable NameMapping names) {
        this.table = table;
        this.names = names;
    }

    /** The rows of a live file in their order, deleted ones too. A record is good until the next one is asked for. */
    CloseableIterable<Record> rows(InputFile file, Schema read) {
        return of(file.file(), read)
                .idToConstant(PartitionUtil.constantsMap(file.scan(), IdentityPartitionConverters::convertConstant))
                .build();
    }

    /** The rows of a file as it has them, with nothing taken from its partition. */
    CloseableIterable<Record> rows(DataFile file, Schema read) {
        return of(file, read).build();
    }

    private ReadBuilder<Record, Schema> of(DataFile file, Schema read) {
        ReadBuilder<Record, Schema> reader = FormatModelRegistry.readBuilder(
                file.format(), Record.class, table.table().io().newInputFile(file));
        if (names != null) {
            reader = reader.withNameMapping(names);
        }
        return reader.project(read).reuseContainers();
    }
}
