/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.store.Bytes;
import dev.sluice.iceberg.rows.InputFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Rows of some files that are written together, into one partition.
 *
 * @param spec what the outputs are partitioned by
 * @param partition the tuple of that spec that all of the rows belong to
 * @param rows how many there are, where they were counted one by one before
 * @param bytes their share of the inputs' sizes
 * @param proof refuses an output with a row of another partition
 */
public record Merge(
        List<Part> parts,
        PartitionSpec spec,
        StructLike partition,
        OptionalLong rows,
        Bytes bytes,
        Consumer<DataFile> proof) {

    /** One file, and the positions of its rows that do not go along. */
    public record Part(InputFile file, Roaring64Bitmap without) {}

    public Merge {
        parts = List.copyOf(parts);
    }

    /** All live rows of files of one partition, which they stay in. */
    public static Merge within(Map<InputFile, Roaring64Bitmap> deleted) {
        List<Part> parts = new ArrayList<>();
        long bytes = 0;
        for (Map.Entry<InputFile, Roaring64Bitmap> file : deleted.entrySet()) {
            parts.add(new Part(file.getKey(), file.getValue()));
            bytes += file.getKey().size().count();
        }
        InputFile first = parts.get(0).file();
        return new Merge(
                parts,
                first.task().spec(),
                first.file().partition(),
                OptionalLong.empty(),
                Bytes.of(bytes),
                output -> {});
    }

    public List<InputFile> files() {
        return parts.stream().map(Part::file).toList();
    }
}
