/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.iceberg.io.IcebergPath;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.util.PartitionUtil;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * A data file that is read by rows.
 *
 * @param size as the table's metadata has it, or as it was written
 * @param constants values by column id that go before whatever the file holds, with row lineage as Iceberg's readers want it
 * @param deleted positions of rows that are left out
 * @param whenDamaged what it means if the file cannot be read
 */
public record RowSource(
        String path,
        Bytes size,
        FileFormat format,
        Map<Integer, ?> constants,
        Roaring64Bitmap deleted,
        Fault whenDamaged) {

    /** No row of a table has such an id, or was last changed by such a commit. */
    private static final Map<Integer, ?> NO_LINEAGE = Map.of(
            MetadataColumns.ROW_ID.fieldId(),
            Long.MIN_VALUE,
            MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId(),
            -1L);

    public static RowSource of(InputFile input, Roaring64Bitmap deleted) {
        return new RowSource(
                input.path(),
                input.size(),
                input.file().format(),
                PartitionUtil.constantsMap(input.scan(), IdentityPartitionConverters::convertConstant),
                deleted,
                Fault.TABLE_DAMAGED);
    }

    /**
     * A file that is not in the table yet, read as it is: what it holds of partition columns counts, and row lineage that
     * it does not hold comes out as a negative number.
     */
    public static RowSource ofOutput(DataFile output) {
        return new RowSource(
                output.location(),
                Bytes.of(output.fileSizeInBytes()),
                output.format(),
                NO_LINEAGE,
                new Roaring64Bitmap(),
                Fault.VERIFICATION_FAILED);
    }

    public Location location() {
        return IcebergPath.location(path);
    }
}
