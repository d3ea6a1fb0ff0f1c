/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rewrite.engine.PageAudit.Contradiction;
import dev.sluice.rewrite.engine.PageAudit.Encodings;
import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/** What a page may hold, byte by byte, and what it may not: each of the latter is read as some rows by one reader or other. */
final class PageAuditTest {

    private static final ColumnDescriptor NUMBER = column("required int32 a;");
    private static final ColumnDescriptor MAYBE = column("optional int32 a;");
    private static final ColumnDescriptor TEXT = column("required binary a (STRING);");

    private static ColumnDescriptor column(String field) {
        return MessageTypeParser.parseMessageType("message table { " + field + " }")
                .getColumns()
                .get(0);
    }

    private static void version1(ColumnDescriptor column, int values, Encoding encoding, int... bytes) {
        new PageAudit(column).version1(bytes(bytes), values, new Encodings(Encoding.RLE, Encoding.RLE, encoding));
    }

    private static byte[] bytes(int... bytes) {
        byte[] all = new byte[bytes.length];
        for (int index = 0; index < bytes.length; index++) {
            all[index] = (byte) bytes[index];
        }
        return all;
    }

    private static void refuses(String reason, Runnable audit) {
        assertThatThrownBy(audit::run).isInstanceOf(Contradiction.class).hasMessage("its page holds " + reason);
    }

    @Test
    void plain_numbers_take_exactly_their_bytes() {
        assertThatCode(() -> version1(NUMBER, 1, Encoding.PLAIN, 1, 0, 0, 0)).doesNotThrowAnyException();
        refuses("3 bytes where its values take 4", () -> version1(NUMBER, 1, Encoding.PLAIN, 1, 0, 0));
        refuses("5 bytes where its values take 4", () -> version1(NUMBER, 1, Encoding.PLAIN, 1, 0, 0, 0, 0));
    }

    @Test
    void a_null_takes_no_bytes() {
        // Levels of 2 bytes: a run of 3, of which the level is 0.
        assertThatCode(() -> version1(MAYBE, 3, Encoding.PLAIN, 2, 0, 0, 0, 6, 0))
                .doesNotThrowAnyException();
        refuses("6 bytes where its values take 18", () -> version1(MAYBE, 3, Encoding.PLAIN, 2, 0, 0, 0, 6, 1));
    }

    @Test
    void levels_are_as_many_as_the_values_and_none_is_too_high() {
        refuses("a run of 4 of 3 numbers left", () -> version1(MAYBE, 3, Encoding.PLAIN, 2, 0, 0, 0, 8, 0));
        refuses("a byte too few", () -> version1(MAYBE, 4, Encoding.PLAIN, 2, 0, 0, 0, 6, 0));
        refuses("a level of 3, above 1", () -> version1(MAYBE, 3, Encoding.PLAIN, 2, 0, 0, 0, 6, 3));
        refuses("a run of 0 of 3 numbers left", () -> version1(MAYBE, 3, Encoding.PLAIN, 4, 0, 0, 0, 0, 0, 6, 0));
        refuses("a run of no length", () -> version1(MAYBE, 3, Encoding.PLAIN, 3, 0, 0, 0, 1, 6, 0));
        refuses("levels of 2147483647 bytes", () -> version1(MAYBE, 3, Encoding.PLAIN, -1, -1, -1, 127, 6, 0));
        refuses("2 bytes after the last number", () -> version1(MAYBE, 3, Encoding.PLAIN, 4, 0, 0, 0, 6, 0, 6, 0));
    }

    @Test
    void the_last_group_may_be_as_short_as_old_writers_left_it_and_no_shorter() {
        // One group of eight places of 16 bits, of which two are wanted.
        assertThatCode(() -> version1(NUMBER, 2, Encoding.RLE_DICTIONARY, 16, 3, 1, 0, 2, 0))
                .doesNotThrowAnyException();
        refuses(
                "a run of 16 bytes where 3 are left",
                () -> version1(NUMBER, 2, Encoding.RLE_DICTIONARY, 16, 3, 1, 0, 2));
        refuses(
                "a run of 32 bytes where 4 are left",
                () -> version1(NUMBER, 2, Encoding.RLE_DICTIONARY, 16, 5, 1, 0, 2, 0));
    }

    @Test
    void places_in_a_dictionary_are_of_some_width() {
        refuses("places of 33 bits", () -> version1(NUMBER, 1, Encoding.RLE_DICTIONARY, 33, 2, 0, 0, 0, 0, 0));
        refuses("no width of its places in the dictionary", () -> version1(NUMBER, 1, Encoding.RLE_DICTIONARY));
        assertThatCode(() -> version1(NUMBER, 0, Encoding.RLE_DICTIONARY)).doesNotThrowAnyException();
    }

    @Test
    void a_text_is_no_longer_than_its_page() {
        assertThatCode(() -> version1(TEXT, 2, Encoding.PLAIN, 1, 0, 0, 0, 'a', 0, 0, 0, 0))
                .doesNotThrowAnyException();
        refuses("a value of 2147483647 bytes", () -> version1(TEXT, 1, Encoding.PLAIN, -1, -1, -1, 127, 'a'));
        refuses("a value of -1 bytes", () -> version1(TEXT, 1, Encoding.PLAIN, -1, -1, -1, -1, 'a'));
        refuses("only 1 of 2 values", () -> version1(TEXT, 2, Encoding.PLAIN, 1, 0, 0, 0, 'a', 0, 0));
    }

    @Test
    void a_dictionary_holds_as_many_values_as_it_says() {
        PageAudit audit = new PageAudit(NUMBER);
        assertThatCode(() -> audit.dictionary(new byte[8], 2)).doesNotThrowAnyException();
        refuses("8 bytes where its values take 8589934588", () -> audit.dictionary(new byte[8], Integer.MAX_VALUE));
    }

    @Test
    void differences_are_as_many_as_the_values_and_blocks_of_a_size_that_can_be_held() {
        int[] one = {128, 1, 4, 1, 14}; // blocks of 128 in 4 parts, one number: 7
        assertThatCode(() -> version1(NUMBER, 1, Encoding.DELTA_BINARY_PACKED, one))
                .doesNotThrowAnyException();
        refuses("1 differences for 2 values", () -> version1(NUMBER, 2, Encoding.DELTA_BINARY_PACKED, one));
        refuses(
                "6 bytes where its values take 5",
                () -> version1(NUMBER, 1, Encoding.DELTA_BINARY_PACKED, Arrays.copyOf(one, 6)));
        refuses(
                "a block of 268435456",
                () -> version1(NUMBER, 1, Encoding.DELTA_BINARY_PACKED, 128, 128, 128, 128, 1, 4, 1, 14));
        refuses("a block of 0", () -> version1(NUMBER, 1, Encoding.DELTA_BINARY_PACKED, 0, 4, 1, 14));
        refuses(
                "differences of 65 bits",
                () -> version1(NUMBER, 2, Encoding.DELTA_BINARY_PACKED, 128, 1, 4, 2, 14, 0, 65, 0, 0, 0));
        refuses(
                "31 bytes too few",
                () -> version1(NUMBER, 2, Encoding.DELTA_BINARY_PACKED, 128, 1, 4, 2, 14, 0, 8, 0, 0, 0, 1));
    }

    @Test
    void lengths_of_texts_add_up_to_their_bytes() {
        // Two lengths: 1, then 1 more by a difference of 0 in no bits.
        int[] lengths = {128, 1, 4, 2, 2, 0, 0, 0, 0, 0};
        int[] sound = Arrays.copyOf(lengths, 12);
        assertThatCode(() -> version1(TEXT, 2, Encoding.DELTA_LENGTH_BYTE_ARRAY, sound))
                .doesNotThrowAnyException();
        refuses(
                "11 bytes where its values take 12",
                () -> version1(TEXT, 2, Encoding.DELTA_LENGTH_BYTE_ARRAY, Arrays.copyOf(lengths, 11)));
    }

    @Test
    void levels_with_lengths_of_their_own_are_held_to_the_same() {
        PageAudit audit = new PageAudit(MAYBE);
        assertThatCode(() -> audit.version2(bytes(6, 1), 0, 2, new byte[12], 3, Encoding.PLAIN))
                .doesNotThrowAnyException();
        refuses(
                "8 bytes where its values take 12",
                () -> audit.version2(bytes(6, 1), 0, 2, new byte[8], 3, Encoding.PLAIN));
    }
}
