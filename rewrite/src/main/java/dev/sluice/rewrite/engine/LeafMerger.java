/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.rewrite.BloomFilters;
import dev.sluice.rewrite.GeneratedColumn;
import dev.sluice.rewrite.Layout;
import dev.sluice.rewrite.RewriteTarget;
import dev.sluice.rewrite.engine.LeafSource.EveryRow;
import dev.sluice.rewrite.engine.LeafSource.FromColumn;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.LongPredicate;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The merging part: one column of the output, row group after row group, out of the columns of all inputs. One task at a
 * time; between row groups it holds no buffers.
 */
final class LeafMerger {

    /** How often a long column asks whether the rewrite has ended. */
    private static final int ENTRIES_BETWEEN_CHECKPOINTS = 1 << 16;

    private final MessageType schema;
    private final ColumnDescriptor output;
    private final int leaf;
    private final CompressionCodecName codec;
    private final BloomFilters bloomFilters;
    private final Layout layout;
    private final Workers workers;
    private @Nullable ChunkCursor parked;
    private @Nullable Span parkedAfter;

    /** @param leaf the column's place among the leaves of the output's schema */
    LeafMerger(int leaf, RewriteTarget target, Workers workers) {
        this.schema = target.schema();
        this.output = schema.getColumns().get(leaf);
        this.leaf = leaf;
        this.codec = target.codec().parquetName();
        this.bloomFilters = target.bloomFilters();
        this.layout = target.layout();
        this.workers = workers;
    }

    WrittenChunk merge(RowGroupPlan plan) {
        try (PageCodecs codecs = new PageCodecs(workers.largePages(), layout.level())) {
            ChunkWriter writer =
                    new ChunkWriter(output, GroupShapes.around(output, schema), codec, codecs, layout, filter(plan));
            for (Span span : plan.spans()) {
                add(span, writer, codecs);
            }
            if (writer.rows() != plan.rows()) {
                throw new IllegalStateException("Column %s has %d rows where %d were planned"
                        .formatted(InputFooter.name(output), writer.rows(), plan.rows()));
            }
            return writer.finish();
        }
    }

    /** Null if the chunk is to have no bloom filter. */
    private @Nullable ChunkFilter filter(RowGroupPlan plan) {
        PrimitiveType type = output.getPrimitiveType();
        Double share = bloomFilters.columns().get(ColumnPath.get(output.getPath()));
        if (share == null && bloomFilters.kept() && plan.spans().stream().anyMatch(this::isFiltered)) {
            share = BloomFilters.USUAL_SHARE;
        }
        return share == null || !mayBeFiltered(type) ? null : new ChunkFilter(share, bloomFilters.largest());
    }

    /** Truth values cannot be; of FLOAT16 there are readers that look for numbers of another size, and find none. */
    private static boolean mayBeFiltered(PrimitiveType type) {
        return type.getPrimitiveTypeName() != PrimitiveTypeName.BOOLEAN
                && !(type.getLogicalTypeAnnotation() instanceof Float16LogicalTypeAnnotation);
    }

    private boolean isFiltered(Span span) {
        return span.input().sources().get(leaf) instanceof FromColumn column
                && !column.lent()
                && span.place().chunks().get(column.column()).filtered();
    }

    /** Adds a span's rows. Whatever a library throws here comes from bytes that it did not expect. */
    private void add(Span span, ChunkWriter writer, PageCodecs codecs) {
        LeafSource source = span.input().sources().get(leaf);
        Location file = span.input().input().file();
        try {
            if (source instanceof FromColumn column) {
                copy(span, column, writer, codecs);
            } else if (source instanceof EveryRow row) {
                fill(span, row, writer);
            }
            writer.endSpan();
        } catch (GateException | CancellationException e) {
            throw e;
        } catch (Conversion.Inexact e) {
            throw Refusal.unsupported(file, InputFooter.name(output), Refusal.saying(e) + ".");
        } catch (PageCodecs.Missing e) {
            throw Refusal.unsupported(file, InputFooter.name(output), Refusal.saying(e));
        } catch (OutOfMemoryError e) {
            throw Refusal.damaged(
                    file,
                    InputFooter.name(output),
                    "its values ask for more memory than there is: either they are damaged or the heap is too small.",
                    e);
        } catch (RuntimeException e) {
            throw Refusal.damaged(
                    file, InputFooter.name(output), "its values cannot be read: " + Refusal.saying(e) + ".", e);
        }
    }

    private void copy(Span span, FromColumn source, ChunkWriter writer, PageCodecs codecs) {
        Span before = parkedAfter;
        boolean goesOn = parked != null && before != null && span.isInSameRowGroupAs(before);
        ChunkCursor cursor = goesOn ? Objects.requireNonNull(parked) : fresh(span, source);
        long at = goesOn ? Objects.requireNonNull(before).end() : 0;
        ColumnReader reader = cursor.open(codecs);
        if (at < span.from()) {
            rows(cursor, reader, span.from() - at, row -> true, source, span, writer);
        }
        rows(cursor, reader, span.rows(), span::isDeleted, source, span, writer);
        if (span.endsRowGroup()) {
            if (!cursor.atEnd()) {
                throw damaged(
                        span,
                        "its chunk goes on after the last of %d rows."
                                .formatted(span.place().rows()));
            }
            parked = null;
            parkedAfter = null;
        } else {
            cursor.park();
            parked = cursor;
            parkedAfter = span;
        }
    }

    private static ChunkCursor fresh(Span span, FromColumn source) {
        InputFooter footer = span.input().footer();
        ColumnDescriptor column = footer.schema().getColumns().get(source.column());
        return new ChunkCursor(
                span.input().stream(),
                column,
                Nesting.of(footer.schema(), column),
                span.place().chunks().get(source.column()),
                footer.writer());
    }

    /** Moves the next rows, all entries of each, and stops before the row after them. */
    private void rows(
            ChunkCursor cursor,
            ColumnReader reader,
            long count,
            LongPredicate isDeleted,
            FromColumn source,
            Span span,
            ChunkWriter writer) {
        int present = source.levels().file();
        int deepest = source.repetition();
        GeneratedColumn generated = source.generated();
        long row = -1;
        boolean deleted = true;
        int untilCheckpoint = ENTRIES_BETWEEN_CHECKPOINTS;
        while (!cursor.atEnd()) {
            int repetition = reader.getCurrentRepetitionLevel();
            if (repetition == 0) {
                if (row + 1 == count) {
                    return;
                }
                row++;
                deleted = isDeleted.test(row);
            } else if (row < 0) {
                throw damaged(span, "a row begins in the middle of a list.");
            }
            if (!deleted && repetition <= deepest) {
                int definition = reader.getCurrentDefinitionLevel();
                if (definition >= present) {
                    source.conversion().move(reader, repetition, writer);
                } else if (generated != null) {
                    writer.addLong(repetition, value(generated, span, row));
                } else {
                    absent(source, repetition, definition, span, writer);
                }
            }
            cursor.next(reader);
            if (--untilCheckpoint == 0) {
                workers.checkpoint();
                untilCheckpoint = ENTRIES_BETWEEN_CHECKPOINTS;
            }
        }
        if (row + 1 < count) {
            throw damaged(span, "its chunk ends %d rows early.".formatted(count - row - 1));
        }
    }

    private void absent(FromColumn source, int repetition, int definition, Span span, ChunkWriter writer) {
        int level = source.levels().absent(definition);
        if (level == Levels.NONE) {
            throw Refusal.unsupported(
                    span.input().input().file(),
                    InputFooter.name(output),
                    "it is required in the output, but the file has a null in it.");
        }
        writer.addNull(repetition, level);
    }

    /** For a column that is the same in every row, or follows from the row's place. */
    private static void fill(Span span, EveryRow source, ChunkWriter writer) {
        GeneratedColumn generated = source.generated();
        for (int row = 0; row < span.rows(); row++) {
            if (span.isDeleted(row)) {
                continue;
            }
            if (generated != null) {
                writer.addLong(0, value(generated, span, row));
            } else {
                source.filling().write(0, writer);
            }
        }
    }

    private static long value(GeneratedColumn generated, Span span, long row) {
        return generated.first() + generated.step() * (span.firstRow() + row);
    }

    private GateException damaged(Span span, String reason) {
        return Refusal.damaged(span.input().input().file(), InputFooter.name(output), reason, null);
    }
}
