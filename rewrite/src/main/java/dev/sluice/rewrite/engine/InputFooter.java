/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.SemanticVersion;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.VersionParser.VersionParseException;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.FileMetaData.EncryptionType;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * What the engine keeps of a file's footer: places and counts, none of parquet-java's objects but the schema. Thousands
 * of small files with hundreds of columns fit in the heap only so.
 *
 * @param writer what the file says it was written with; known bugs of old writers depend on it
 */
record InputFooter(
        Location file,
        MessageType schema,
        @Nullable ParsedVersion writer,
        Calendar calendar,
        List<RowGroupPlace> rowGroups) {

    private static final int MAGIC_LENGTH = 4;
    private static final int TRAILER_LENGTH = 8;

    /** Before this, parquet-mr left the header of the dictionary page out of a chunk's length. */
    private static final SemanticVersion WHOLE_LENGTHS = new SemanticVersion(1, 2, 9);

    /** The most that such a header takes. */
    private static final int LEFT_OUT = 100;

    /**
     * One row group.
     *
     * @param chunks in the order of the schema's leaves
     */
    record RowGroupPlace(long rows, List<ChunkPlace> chunks) {}

    /**
     * Where one column of one row group lies.
     *
     * @param filtered whether it has a bloom filter
     */
    record ChunkPlace(
            long start, long length, long uncompressed, long values, CompressionCodecName codec, boolean filtered) {

        long end() {
            return start + length;
        }
    }

    /** The same with another object for the schema. */
    InputFooter with(MessageType equal) {
        return new InputFooter(file, equal, writer, calendar, rowGroups);
    }

    long rows() {
        return rowGroups.stream().mapToLong(RowGroupPlace::rows).sum();
    }

    static InputFooter read(StoreInput input) {
        Location file = input.location();
        try {
            ParquetMetadata metadata = new StoreInputFile(input).footer();
            if (metadata.getFileMetaData().getEncryptionType() != EncryptionType.UNENCRYPTED) {
                throw FooterTrouble.encrypted(file);
            }
            FooterTrouble.requireDepth(file, metadata.getFileMetaData().getSchema());
            return of(file, input.size(), metadata);
        } catch (GateException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw FooterTrouble.of(input, e);
        }
    }

    private static InputFooter of(Location file, long size, ParquetMetadata metadata) {
        MessageType schema = metadata.getFileMetaData().getSchema();
        List<ColumnDescriptor> leaves = schema.getColumns();
        Map<ColumnPath, Integer> order = new HashMap<>();
        for (int leaf = 0; leaf < leaves.size(); leaf++) {
            ColumnPath path = ColumnPath.get(leaves.get(leaf).getPath());
            if (order.put(path, leaf) != null) {
                throw Refusal.damaged(file, path.toDotString(), "the schema holds it twice.", null);
            }
        }
        String createdBy = metadata.getFileMetaData().getCreatedBy();
        ParsedVersion writer = writer(createdBy);
        int slack = countsWholeLengths(createdBy, writer) ? 0 : LEFT_OUT;
        List<RowGroupPlace> groups = new ArrayList<>(metadata.getBlocks().size());
        for (BlockMetaData block : metadata.getBlocks()) {
            if (block.getPath() != null) {
                throw Refusal.unsupported(file, "A row group lies in another file, " + block.getPath() + ".");
            }
            groups.add(rowGroup(file, size, slack, block, leaves, order));
        }
        Calendar calendar = Calendar.of(metadata.getFileMetaData().getKeyValueMetaData());
        return new InputFooter(file, schema, writer, calendar, List.copyOf(groups));
    }

    private static RowGroupPlace rowGroup(
            Location file,
            long size,
            int slack,
            BlockMetaData block,
            List<ColumnDescriptor> leaves,
            Map<ColumnPath, Integer> order) {
        if (block.getRowCount() < 0) {
            throw Refusal.damaged(file, "A row group claims " + block.getRowCount() + " rows.", null);
        }
        @Nullable ChunkPlace[] chunks = new ChunkPlace[leaves.size()];
        for (ColumnChunkMetaData chunk : block.getColumns()) {
            Integer leaf = order.get(chunk.getPath());
            if (leaf != null) {
                chunks[leaf] = chunk(file, size, slack, block.getRowCount(), chunk, leaves.get(leaf));
            }
        }
        List<ChunkPlace> complete = new ArrayList<>(chunks.length);
        for (int leaf = 0; leaf < chunks.length; leaf++) {
            ChunkPlace chunk = chunks[leaf];
            if (chunk == null) {
                throw Refusal.damaged(file, name(leaves.get(leaf)), "a row group lacks its chunk.", null);
            }
            complete.add(chunk);
        }
        return new RowGroupPlace(block.getRowCount(), complete);
    }

    private static ChunkPlace chunk(
            Location file, long size, int slack, long rows, ColumnChunkMetaData chunk, ColumnDescriptor leaf) {
        long end = size - TRAILER_LENGTH;
        ChunkPlace place = new ChunkPlace(
                chunk.getStartingPos(),
                chunk.getTotalSize()
                        + Math.max(0, Math.min(slack, end - chunk.getStartingPos() - chunk.getTotalSize())),
                chunk.getTotalUncompressedSize(),
                chunk.getValueCount(),
                chunk.getCodec(),
                chunk.getBloomFilterOffset() >= 0);
        boolean flat = leaf.getMaxRepetitionLevel() == 0;
        if (flat ? place.values() != rows : place.values() < rows) {
            throw Refusal.damaged(
                    file, name(leaf), "a chunk holds %d values for %d rows.".formatted(place.values(), rows), null);
        }
        if (rows > 0 && (place.start() < MAGIC_LENGTH || place.length() <= 0 || place.length() > end - place.start())) {
            throw Refusal.damaged(
                    file,
                    name(leaf),
                    "a chunk of %d bytes at %d does not lie inside the file of %d bytes."
                            .formatted(place.length(), place.start(), size),
                    null);
        }
        return place;
    }

    private static boolean countsWholeLengths(@Nullable String createdBy, @Nullable ParsedVersion writer) {
        if (createdBy == null || !createdBy.startsWith("parquet-mr")) {
            return true;
        }
        return writer != null
                && writer.hasSemanticVersion()
                && writer.getSemanticVersion().compareTo(WHOLE_LENGTHS) >= 0;
    }

    private static @Nullable ParsedVersion writer(@Nullable String createdBy) {
        try {
            return createdBy == null ? null : VersionParser.parse(createdBy);
        } catch (VersionParseException | RuntimeException e) {
            return null;
        }
    }

    static String name(ColumnDescriptor leaf) {
        return ColumnPath.get(leaf.getPath()).toDotString();
    }
}
