/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.rewrite.GeneratedColumn;
import dev.sluice.rewrite.check.ColumnSource.Absent;
import dev.sluice.rewrite.check.ColumnSource.Held;
import dev.sluice.rewrite.check.ColumnSource.Lent;
import java.util.Objects;
import java.util.function.Function;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.jspecify.annotations.Nullable;

/**
 * One column of the output, row after row, as one hash per row: of every entry that the row has in it, how far it gets,
 * at which list it stands and its value.
 */
final class RowHashes {

    private final long seed;
    private final @Nullable ColumnReader reader;
    private final @Nullable ValueHash values;
    private final Depths depths;
    private final int maxDefinition;
    private final int deepest;
    private final int depth;
    private final long value;
    private final @Nullable GeneratedColumn generated;
    private long left;

    /** What a column of one row group of the file has: levels and values, nulls among them. */
    record Entries(ColumnReader reader, long count) {}

    private RowHashes(
            long seed,
            @Nullable Entries entries,
            @Nullable ValueHash values,
            Depths depths,
            int deepest,
            int depth,
            long value,
            @Nullable GeneratedColumn generated) {
        this.seed = seed;
        this.reader = entries == null ? null : entries.reader();
        this.values = values;
        this.depths = depths;
        this.maxDefinition =
                entries == null ? 0 : entries.reader().getDescriptor().getMaxDefinitionLevel();
        this.deepest = deepest;
        this.depth = depth;
        this.value = value;
        this.generated = generated;
        this.left = entries == null ? 0 : entries.count();
    }

    /**
     * @param seed of the column
     * @param open reads the source's column of the file, giving its values to the converter
     */
    static RowHashes of(ColumnSource source, long seed, Function<PrimitiveConverter, Entries> open) {
        if (source instanceof Held held) {
            ValueHash values = ValueHash.between(held.from(), held.to()).orElseThrow();
            int whole = held.depths().whole();
            return new RowHashes(
                    seed, open.apply(values), values, held.depths(), Integer.MAX_VALUE, whole, 0, held.generated());
        } else if (source instanceof Lent lent) {
            Entries lender = open.apply(new PrimitiveConverter() {});
            return new RowHashes(seed, lender, null, lent.parent(), lent.deepest(), lent.depth(), lent.value(), null);
        }
        Absent absent = (Absent) source;
        return new RowHashes(seed, null, null, Depths.ROOT, 0, absent.depth(), absent.value(), absent.generated());
    }

    /**
     * The next row's hash.
     *
     * @param position the row's place in the file
     */
    long next(long position) {
        ColumnReader from = reader;
        if (from == null) {
            return Mix.of(entry(seed, 0, depth, generated == null ? value : generated(position)));
        }
        begin(from);
        long hash = seed;
        do {
            int repetition = from.getCurrentRepetitionLevel();
            int definition = from.getCurrentDefinitionLevel();
            boolean unread = definition == maxDefinition;
            if (repetition <= deepest) {
                int reached = depths.at(definition);
                if (reached < depths.whole()) {
                    hash = generated == null
                            ? entry(hash, repetition, reached, 0)
                            : entry(hash, repetition, depth, generated(position));
                } else if (values == null) {
                    hash = entry(hash, repetition, depth, value);
                } else {
                    from.writeCurrentValueToConverter();
                    unread = false;
                    hash = entry(hash, repetition, depth, values.taken());
                }
            }
            if (unread) {
                drop(from);
            }
            from.consume();
            left--;
        } while (left > 0 && from.getCurrentRepetitionLevel() > 0);
        return Mix.of(hash);
    }

    private static long entry(long before, int repetition, int depth, long value) {
        return Mix.then(before, value + (((long) repetition << 32) + depth + 1) * 0xD6E8FEB86659FD93L);
    }

    /** Takes a value and forgets it: parquet-java's own way to skip one never ends where a page is cut short. */
    private static void drop(ColumnReader from) {
        Object ignored = switch (from.getDescriptor().getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> from.getBoolean();
            case INT32 -> from.getInteger();
            case INT64 -> from.getLong();
            case FLOAT -> from.getFloat();
            case DOUBLE -> from.getDouble();
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> from.getBinary();
        };
        assert ignored != null;
    }

    /** Passes over a row. */
    void skip() {
        ColumnReader from = reader;
        if (from == null) {
            return;
        }
        begin(from);
        do {
            if (from.getCurrentDefinitionLevel() == maxDefinition) {
                drop(from);
            }
            from.consume();
            left--;
        } while (left > 0 && from.getCurrentRepetitionLevel() > 0);
    }

    private void begin(ColumnReader from) {
        if (left == 0) {
            throw new ParquetDecodingException("it ends before the last row");
        }
        if (from.getCurrentRepetitionLevel() != 0) {
            throw new ParquetDecodingException("a row begins in the middle of a list");
        }
    }

    private long generated(long position) {
        GeneratedColumn column = Objects.requireNonNull(generated);
        return Mix.of(column.first() + column.step() * position);
    }

    /** To be called after the last row of a row group. */
    void end() {
        if (left != 0) {
            throw new ParquetDecodingException("it goes on after the last row with %d entries".formatted(left));
        }
    }
}
