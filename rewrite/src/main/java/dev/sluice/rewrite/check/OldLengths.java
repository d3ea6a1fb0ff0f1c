/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import java.util.List;
import org.apache.parquet.SemanticVersion;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.VersionParser.VersionParseException;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What the first writers got wrong: before 1.2.9, parquet-mr left the header of the dictionary page out of a chunk's
 * length. parquet-java makes up for it in the last chunk that it reads and, in 1.17, loses the bytes there without a
 * word; so the lengths are made long enough before it sees them.
 */
final class OldLengths {

    private static final SemanticVersion RIGHT = new SemanticVersion(1, 2, 9);

    /** More than such a header takes; a reader stops after the last value. */
    private static final int LEFT_OUT = 100;

    private static final int TRAILER = 8;

    private OldLengths() {}

    /** Null if the file does not say what wrote it, or not in the usual words. */
    static @Nullable ParsedVersion writer(FileMetaData metadata) {
        try {
            return metadata.getCreatedBy() == null ? null : VersionParser.parse(metadata.getCreatedBy());
        } catch (VersionParseException | RuntimeException e) {
            return null;
        }
    }

    static ParquetMetadata corrected(ParquetMetadata footer, long fileSize) {
        if (!isOld(footer.getFileMetaData())) {
            return footer;
        }
        List<BlockMetaData> rowGroups = footer.getBlocks().stream()
                .map(rowGroup -> corrected(rowGroup, fileSize - TRAILER))
                .toList();
        return new ParquetMetadata(footer.getFileMetaData(), rowGroups);
    }

    private static boolean isOld(FileMetaData metadata) {
        String createdBy = metadata.getCreatedBy();
        if (createdBy == null || !createdBy.startsWith("parquet-mr")) {
            return false;
        }
        ParsedVersion writer = writer(metadata);
        return writer == null
                || !writer.hasSemanticVersion()
                || writer.getSemanticVersion().compareTo(RIGHT) < 0;
    }

    private static BlockMetaData corrected(BlockMetaData rowGroup, long end) {
        BlockMetaData corrected = new BlockMetaData();
        corrected.setRowCount(rowGroup.getRowCount());
        corrected.setTotalByteSize(rowGroup.getTotalByteSize());
        for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
            long left = end - chunk.getStartingPos() - chunk.getTotalSize();
            corrected.addColumn(ColumnChunkMetaData.get(
                    chunk.getPath(),
                    chunk.getPrimitiveType(),
                    chunk.getCodec(),
                    chunk.getEncodingStats(),
                    chunk.getEncodings(),
                    chunk.getStatistics(),
                    chunk.getFirstDataPageOffset(),
                    chunk.getDictionaryPageOffset(),
                    chunk.getValueCount(),
                    chunk.getTotalSize() + Math.max(0, Math.min(LEFT_OUT, left)),
                    chunk.getTotalUncompressedSize()));
        }
        return corrected;
    }
}
