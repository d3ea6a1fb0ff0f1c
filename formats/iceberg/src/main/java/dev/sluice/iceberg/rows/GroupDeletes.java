/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import dev.sluice.core.store.Bytes;
import dev.sluice.iceberg.table.IcebergTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** What all deletes take away from the files of a group, as positions. */
public final class GroupDeletes {

    private final IcebergTable table;
    private final FileSchema schema;
    private final Bytes memory;

    /** @param memory as an estimate, for deletes by position and for deleted keys each */
    public GroupDeletes(IcebergTable table, FileSchema schema, Bytes memory) {
        this.table = table;
        this.schema = schema;
        this.memory = memory;
    }

    /** The deleted positions of each file, in the order of the files. */
    public Map<InputFile, Roaring64Bitmap> of(List<InputFile> files) {
        Map<InputFile, Roaring64Bitmap> deleted = new LinkedHashMap<>();
        PositionDeletes positions = new PositionDeletes(table.table().io(), memory.count());
        files.forEach(file -> deleted.put(file, positions.of(file)));
        new EqualityDeletes(table, new RowReader(table, schema.names()), memory).addTo(deleted);
        return deleted;
    }
}
