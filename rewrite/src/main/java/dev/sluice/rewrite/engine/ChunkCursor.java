/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.engine.ChunkPages.Bookmark;
import dev.sluice.rewrite.engine.InputFooter.ChunkPlace;
import java.util.Objects;
import org.apache.parquet.CorruptDeltaByteArrays;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.jspecify.annotations.Nullable;

/**
 * A place in one column chunk: levels and value of one entry after the other. Where an output row group ends inside an
 * input's, it is parked: it keeps a bookmark and lets go of all buffers until the next row group goes on from there.
 */
final class ChunkCursor {

    private final StoreInput input;
    private final ColumnDescriptor column;
    private final ChunkPlace place;
    private final @Nullable ParsedVersion writer;
    private final Nesting nesting;
    private @Nullable ChunkPages pages;
    private @Nullable ColumnReader reader;
    private @Nullable Bookmark bookmark;
    private long consumed;

    ChunkCursor(
            StoreInput input,
            ColumnDescriptor column,
            Nesting nesting,
            ChunkPlace place,
            @Nullable ParsedVersion writer) {
        this.input = input;
        this.column = column;
        this.nesting = nesting;
        this.place = place;
        this.writer = writer;
    }

    Location file() {
        return input.location();
    }

    ColumnDescriptor column() {
        return column;
    }

    /** Goes on where it was parked, or begins. */
    ColumnReader open(PageCodecs codecs) {
        if (pages != null && reader != null) {
            pages.use(codecs);
            return reader;
        }
        codecs.requireReading(place.codec());
        pages = new ChunkPages(input, column, place, bookmark, codecs);
        ColumnReader opened = new ColumnReaderImpl(column, pages, new NoConverter(), writer);
        nesting.forget();
        long before = bookmark == null ? 0 : bookmark.valuesBefore();
        for (long skipped = before; skipped < consumed; skipped++) {
            pass(opened);
        }
        reader = opened;
        return opened;
    }

    boolean atEnd() {
        return consumed >= place.values();
    }

    /** Steps over the entry at hand, whether its value was taken or not. */
    void next(ColumnReader opened) {
        pass(opened);
        consumed++;
    }

    private void pass(ColumnReader opened) {
        int definition = opened.getCurrentDefinitionLevel();
        if (column.getMaxRepetitionLevel() > 0) {
            nesting.require(opened.getCurrentRepetitionLevel(), definition);
        }
        if (definition == column.getMaxDefinitionLevel()) {
            opened.skip();
        }
        opened.consume();
    }

    void park() {
        if (!atEnd() && CorruptDeltaByteArrays.requiresSequentialReads(writer, Encoding.DELTA_BYTE_ARRAY)) {
            return; // a page of such a writer may need the page before it
        }
        bookmark = Objects.requireNonNull(pages).current();
        pages = null;
        reader = null;
    }

    /** Values are taken from the reader, never handed to a record. */
    private static final class NoConverter extends PrimitiveConverter {}
}
