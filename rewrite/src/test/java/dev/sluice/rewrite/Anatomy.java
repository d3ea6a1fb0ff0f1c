/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/**
 * Where the parts of a sound file lie.
 *
 * @param footer where the footer begins; its length and the magic stand in the last eight bytes
 */
record Anatomy(List<Chunk> chunks, int footer, int size) {

    private static final int TRAILER = 8;

    /** A column of a row group, from its first page to the end of its last. */
    record Chunk(String column, int start, int end, List<Page> pages) {}

    /**
     * A page with its header.
     *
     * @param checked whether it has a checksum
     */
    record Page(int start, int payload, int end, boolean checked) {

        int length() {
            return end - start;
        }
    }

    static Anatomy of(byte[] bytes, ParquetMetadata metadata) throws IOException {
        List<Chunk> chunks = new ArrayList<>();
        for (BlockMetaData rowGroup : metadata.getBlocks()) {
            for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
                int start = Math.toIntExact(chunk.getStartingPos());
                int end = Math.toIntExact(chunk.getStartingPos() + chunk.getTotalSize());
                chunks.add(new Chunk(chunk.getPath().toDotString(), start, end, pages(bytes, start, end)));
            }
        }
        int at = bytes.length - TRAILER;
        int length = (bytes[at] & 0xFF) | ((bytes[at + 1] & 0xFF) << 8) | ((bytes[at + 2] & 0xFF) << 16);
        return new Anatomy(List.copyOf(chunks), at - length, bytes.length);
    }

    private static List<Page> pages(byte[] bytes, int start, int end) throws IOException {
        List<Page> pages = new ArrayList<>();
        int at = start;
        while (at < end) {
            ByteArrayInputStream in = new ByteArrayInputStream(bytes, at, end - at);
            PageHeader header = Util.readPageHeader(in);
            int payload = end - in.available();
            pages.add(new Page(at, payload, payload + header.getCompressed_page_size(), header.isSetCrc()));
            at = payload + header.getCompressed_page_size();
        }
        return List.copyOf(pages);
    }

    Chunk anyChunk(Random random) {
        return chunks.get(random.nextInt(chunks.size()));
    }

    Page anyPage(Random random) {
        List<Page> pages = anyChunk(random).pages();
        return pages.get(random.nextInt(pages.size()));
    }

    /** A byte of the file: anywhere, or where a single one means much. */
    int anyPlace(Random random) {
        Page page = anyPage(random);
        return switch (random.nextInt(6)) {
            case 0, 1 -> footer + random.nextInt(size - footer);
            case 2 -> page.start() + random.nextInt(page.payload() - page.start());
            case 3 -> page.start() + random.nextInt(Math.min(page.length(), page.payload() - page.start() + 12));
            default -> random.nextInt(size);
        };
    }
}
