/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import static dev.sluice.rewrite.engine.PageAudit.Contradiction.require;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Holds the bytes of a page against what its header and its column say, before they are decoded: as many levels and values
 * as stated, none of them out of range, and all bytes used. Decoders are lenient where a page is damaged: they read zeroes
 * beyond an end, skip for ever, and pass over what is left, and the rows that come out look like any others.
 */
final class PageAudit {

    private final PrimitiveType type;
    private final int mostRepetitions;
    private final int mostDefinitions;

    /** What a page's bytes say against its header. */
    static final class Contradiction extends RuntimeException {

        Contradiction(String what) {
            super("its page holds " + what);
        }

        /** @param otherwise what it holds, with places for two numbers; put together only if it comes to that */
        static void require(boolean fulfilled, String otherwise, long one, long two) {
            if (!fulfilled) {
                throw new Contradiction(otherwise.formatted(one, two));
            }
        }

        static void require(boolean fulfilled, String otherwise, long one) {
            if (!fulfilled) {
                throw new Contradiction(otherwise.formatted(one));
            }
        }

        static void require(boolean fulfilled, String otherwise) {
            if (!fulfilled) {
                throw new Contradiction(otherwise);
            }
        }
    }

    PageAudit(ColumnDescriptor column) {
        this.type = column.getPrimitiveType();
        this.mostRepetitions = column.getMaxRepetitionLevel();
        this.mostDefinitions = column.getMaxDefinitionLevel();
    }

    /** A dictionary's values are plain, whatever its encoding is called. */
    void dictionary(byte[] bytes, int values) {
        requireEnd(plain(bytes, 0, values), bytes.length);
    }

    /** How the parts of a data page are encoded. */
    record Encodings(Encoding repetitions, Encoding definitions, Encoding data) {}

    /** A page whose levels and values are packed together. */
    void version1(byte[] bytes, int values, Encodings encodings) {
        int at = levels(bytes, 0, mostRepetitions, values, encodings.repetitions())
                .end();
        Levels definitions = levels(bytes, at, mostDefinitions, values, encodings.definitions());
        data(bytes, definitions.end(), definitions.full(), encodings.data());
    }

    /** A page whose levels have their own lengths, and are never packed. */
    void version2(byte[] levels, int repetitions, int definitions, byte[] data, int values, Encoding encoding) {
        if (mostRepetitions > 0) {
            new Runs(levels, 0, repetitions).count(width(mostRepetitions), values, mostRepetitions);
        }
        int present = mostDefinitions == 0
                ? values
                : new Runs(levels, repetitions, repetitions + definitions)
                        .count(width(mostDefinitions), values, mostDefinitions);
        data(data, 0, present, encoding);
    }

    /**
     * Levels that were gone through.
     *
     * @param full how many are the largest there can be
     */
    private record Levels(int end, int full) {}

    @SuppressWarnings("deprecation") // no writer should pack levels that way any more, and old files do
    private static Levels levels(byte[] bytes, int at, int largest, int values, Encoding encoding) {
        if (largest == 0) {
            return new Levels(at, values);
        }
        if (encoding == Encoding.BIT_PACKED) {
            return bitPacked(bytes, at, largest, values);
        }
        int begin = at + Integer.BYTES;
        require(begin <= bytes.length, "no length of its levels");
        int length = int32(bytes, at);
        require(length >= 0 && length <= bytes.length - begin, "levels of %d bytes", length);
        return new Levels(
                begin + length, new Runs(bytes, begin, begin + length).count(width(largest), values, largest));
    }

    /** The oldest way: the highest bit first, nothing but numbers. */
    private static Levels bitPacked(byte[] bytes, int at, int largest, int values) {
        int width = width(largest);
        long length = ((long) values * width + 7) / Byte.SIZE;
        require(length <= bytes.length - at, "levels of %d bytes", length);
        int full = 0;
        for (int value = 0; value < values; value++) {
            int level = 0;
            for (int bit = 0; bit < width; bit++) {
                long place = (long) value * width + bit;
                int octet = bytes[(int) (at + place / Byte.SIZE)];
                level = (level << 1) | ((octet >> (int) (7 - place % Byte.SIZE)) & 1);
            }
            require(level <= largest, "a level of %d, above %d", level, largest);
            full += level == largest ? 1 : 0;
        }
        return new Levels((int) (at + length), full);
    }

    private void data(byte[] bytes, int from, int values, Encoding encoding) {
        switch (encoding) {
            case PLAIN -> requireEnd(plain(bytes, from, values), bytes.length);
            case PLAIN_DICTIONARY, RLE_DICTIONARY -> {
                if (values > 0 || from < bytes.length) {
                    require(from < bytes.length, "no width of its places in the dictionary");
                    int width = bytes[from];
                    require(width >= 0 && width <= Integer.SIZE, "places of %d bits", width);
                    new Runs(bytes, from + 1, bytes.length).walk(width, values);
                }
            }
            case RLE -> {
                require(bytes.length - from >= Integer.BYTES, "no length of its values");
                int begin = from + Integer.BYTES;
                int length = int32(bytes, from);
                require(length == bytes.length - begin, "values of %d bytes", length);
                new Runs(bytes, begin, bytes.length).count(1, values, 1);
            }
            case DELTA_BINARY_PACKED -> {
                Deltas numbers = new Deltas(bytes, from, bytes.length);
                numbers.each(values, (index, number) -> {});
                requireEnd(numbers.end(), bytes.length);
            }
            case DELTA_LENGTH_BYTE_ARRAY -> lengthsAndBytes(bytes, from, values, new int[values]);
            case DELTA_BYTE_ARRAY -> suffixes(bytes, from, values);
            case BYTE_STREAM_SPLIT -> requireEnd(from + (long) values * width(), bytes.length);
            case BIT_PACKED -> throw new Contradiction("values in an encoding that is for levels only");
        }
    }

    private int lengthsAndBytes(byte[] bytes, int from, int values, int[] lengths) {
        Deltas deltas = new Deltas(bytes, from, bytes.length);
        deltas.each(values, (index, length) -> {
            require(length >= 0 && length <= bytes.length, "a value of %d bytes", length);
            lengths[index] = (int) length;
        });
        long end = deltas.end();
        for (int length : lengths) {
            end += length;
        }
        requireEnd(end, bytes.length);
        return deltas.end();
    }

    /** Each value begins as the one before it does. */
    private void suffixes(byte[] bytes, int from, int values) {
        long[] shared = new long[values];
        Deltas deltas = new Deltas(bytes, from, bytes.length);
        deltas.each(values, (index, length) -> shared[index] = length);
        int[] lengths = new int[values];
        lengthsAndBytes(bytes, deltas.end(), values, lengths);
        long before = 0;
        for (int value = 0; value < values; value++) {
            // What the first one shares stands in another page, if some old writer wrote it.
            require(shared[value] >= 0 && (value == 0 || shared[value] <= before), "a value that begins with nothing");
            before = shared[value] + lengths[value];
        }
    }

    /** Where plain values end. */
    private long plain(byte[] bytes, int from, int values) {
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> from + ((long) values + 7) / Byte.SIZE;
            case BINARY -> {
                int at = from;
                for (int value = 0; value < values; value++) {
                    require(bytes.length - at >= Integer.BYTES, "only %d of %d values", value, values);
                    int length = int32(bytes, at);
                    at += Integer.BYTES;
                    require(length >= 0 && length <= bytes.length - at, "a value of %d bytes", length);
                    at += length;
                }
                yield at;
            }
            default -> from + (long) values * width();
        };
    }

    private int width() {
        return switch (type.getPrimitiveTypeName()) {
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case INT96 -> Long.BYTES + Integer.BYTES;
            case FIXED_LEN_BYTE_ARRAY -> type.getTypeLength();
            case BOOLEAN, BINARY -> throw new Contradiction("values of an encoding that is for numbers only");
        };
    }

    private static void requireEnd(long used, int length) {
        require(used == length, "%d bytes where its values take %d", length, used);
    }

    private static int width(int largest) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(largest);
    }

    private static int int32(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }
}
