/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.FileIO;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Reads deletion vectors and position deletes. A file that deletes rows of many data files is read once for a group of
 * them, as long as there is room to remember it.
 */
final class PositionDeletes extends BaseDeleteLoader {

    private final Map<String, Object> read = new HashMap<>();
    private long room;

    /** @param room bytes, as an estimate, that may be remembered */
    PositionDeletes(FileIO io, long room) {
        super(delete -> io.newInputFile(delete));
        this.room = room;
    }

    /** The deleted positions of a data file. */
    Roaring64Bitmap of(InputFile input) {
        Roaring64Bitmap positions = new Roaring64Bitmap();
        List<DeleteFile> deletes = input.positionDeletes();
        if (!deletes.isEmpty()) {
            PositionDeleteIndex index = loadPositionDeletes(deletes, input.path());
            index.forEach(positions::addLong);
        }
        return positions;
    }

    @Override
    protected synchronized boolean canCache(long size) {
        return size <= room;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected synchronized <V> V getOrLoad(String key, Supplier<V> load, long size) {
        Object known = read.get(key);
        if (known == null) {
            known = load.get();
            read.put(key, known);
            room -= size;
        }
        return (V) known;
    }
}
