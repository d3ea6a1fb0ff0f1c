/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.GateException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a column of a file may become, value by value, and what it may not. */
final class PromotionTest {

    private static final long DAY = 86_400_000_000L;

    @TempDir
    Path folder;

    static Stream<Arguments> exact() {
        return Stream.of(
                row("int32 v", -7, "int64 v", -7L),
                row("int32 v (INT_8)", -7, "int32 v (INT_16)", -7),
                row("int32 v (INT_8)", -7, "int32 v", -7),
                row("int32 v (INT_16)", -7, "int64 v", -7L),
                row("int32 v", -7, "int32 v (INT_8)", -7),
                row("int32 v (UINT_8)", 200, "int32 v (INT_16)", 200),
                row("int32 v (UINT_32)", -1, "int64 v", 4_294_967_295L),
                row("int32 v (INT_32)", 5, "int32 v", 5),
                row("float v", 1.5f, "double v", 1.5),
                row("int32 v", 3, "double v", 3.0),
                row("int32 v (UINT_32)", -1, "double v", 4_294_967_295.0),
                row("int32 v", 12, "int64 v (DECIMAL(12, 2))", 1200L),
                row("int32 v (INT_8)", -12, "int32 v (DECIMAL(4, 1))", -120),
                row("int64 v", -12L, "fixed_len_byte_array(9) v (DECIMAL(20, 1))", fixed(-120, 9)),
                row("int64 v (UINT_64)", -1L, "binary v (DECIMAL(20, 0))", binary("18446744073709551615")),
                row("int32 v (DECIMAL(5, 2))", 12345, "int32 v (DECIMAL(9, 2))", 12345),
                row("int32 v (DECIMAL(5, 2))", -12345, "int64 v (DECIMAL(12, 4))", -1234500L),
                row(
                        "int32 v (DECIMAL(5, 2))",
                        -1,
                        "fixed_len_byte_array(16) v (DECIMAL(38, 10))",
                        fixed(-100000000, 16)),
                row(
                        "int64 v (DECIMAL(18, 0))",
                        999_999_999_999_999_999L,
                        "binary v (DECIMAL(20, 1))",
                        binary("9999999999999999990")),
                row("fixed_len_byte_array(5) v (DECIMAL(10, 2))", fixed(-300, 5), "int64 v (DECIMAL(18, 3))", -3000L),
                row(
                        "fixed_len_byte_array(5) v (DECIMAL(10, 2))",
                        fixed(-300, 5),
                        "fixed_len_byte_array(6) v (DECIMAL(12, 2))",
                        fixed(-300, 6)),
                row(
                        "binary v (DECIMAL(30, 3))",
                        binary("-123456789012345678901234567890"),
                        "fixed_len_byte_array(16) v (DECIMAL(38, 5))",
                        bytes(new BigInteger("-12345678901234567890123456789000"), 16)),
                row("int32 v (DATE)", -1, "int64 v (TIMESTAMP(MICROS,false))", -DAY),
                row("int32 v (DATE)", -1, "int64 v (TIMESTAMP(NANOS,false))", -DAY * 1000),
                row("int32 v (TIME(MILLIS,true))", 86_399_999, "int64 v (TIME(MICROS,false))", 86_399_999_000L),
                row("int64 v (TIME(MICROS,true))", 7L, "int64 v (TIME(MICROS,false))", 7L),
                row("int64 v (TIMESTAMP(MILLIS,true))", -1L, "int64 v (TIMESTAMP(MICROS,true))", -1000L),
                row("int64 v (TIMESTAMP(NANOS,true))", -1L, "int64 v (TIMESTAMP(MICROS,true))", -1L),
                row("int64 v (TIMESTAMP(NANOS,false))", 1999L, "int64 v (TIMESTAMP(MICROS,false))", 1L),
                row("int64 v (TIMESTAMP_MICROS)", 7L, "int64 v (TIMESTAMP(MICROS,true))", 7L),
                row("int96 v", int96(2_440_589, 1_999), "int64 v (TIMESTAMP(MICROS,true))", DAY + 1),
                row("int96 v", int96(2_440_587, 0), "int64 v (TIMESTAMP(MICROS,true))", -DAY),
                row("int96 v", int96(2_440_587, 0), "int64 v (TIMESTAMP(MICROS,false))", -DAY),
                row("binary v", binary("7"), "binary v (STRING)", binary("7")),
                row("binary v (UTF8)", binary("7"), "binary v", binary("7")),
                row("binary v (ENUM)", binary("7"), "binary v (STRING)", binary("7")),
                row("binary v (JSON)", binary("7"), "binary v (STRING)", binary("7")),
                row("binary v (UTF8)", binary("7"), "binary v (STRING)", binary("7")),
                row("fixed_len_byte_array(16) v", fixed(9, 16), "fixed_len_byte_array(16) v (UUID)", fixed(9, 16)));
    }

    @ParameterizedTest
    @MethodSource("exact")
    void promotes(String from, Object value, String to, Object expected) {
        Workshop workshop = new Workshop(folder);
        MessageType output = schema("optional " + to + ";");

        RewriteTarget target = workshop.target(output);
        List<RewriteInput> files = List.of(
                workshop.file(schema("required " + from + ";"), List.of(one(schema("required " + from + ";"), value))),
                workshop.file(
                        schema("optional " + from + ";"), List.of(new SimpleGroup(schema("optional " + from + ";")))));

        RewriteResult result = workshop.rewrite(target, files);

        workshop.prove(target, files, result);
        assertThat(workshop.rows(result, output))
                .containsExactly(Rows.text(output, one(output, expected)), Rows.text(output, new SimpleGroup(output)));
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                no("int64 v", 1L, "int32 v"),
                no("int64 v", 1L, "double v"),
                no("int32 v", 1, "float v"),
                no("double v", 1.0, "float v"),
                no("int32 v (UINT_32)", 1, "int32 v"),
                no("int32 v (INT_16)", 1, "int32 v (INT_8)"),
                no("int32 v", 1, "int32 v (DATE)"),
                no("int32 v (DATE)", 1, "int64 v"),
                no("int32 v (DATE)", 1, "int64 v (TIMESTAMP(MICROS,true))"),
                no("int32 v (DATE)", 1, "int64 v (TIMESTAMP(MILLIS,false))"),
                no("int64 v (TIME(NANOS,false))", 1L, "int64 v (TIME(MICROS,false))"),
                no("int64 v (TIME(MICROS,false))", 1L, "int64 v"),
                no("int64 v (TIMESTAMP(MICROS,true))", 1L, "int64 v (TIMESTAMP(MICROS,false))"),
                no("int64 v (TIMESTAMP(MICROS,true))", 1L, "int64 v (TIMESTAMP(MILLIS,true))"),
                no("int64 v (TIMESTAMP(MILLIS,true))", 1L, "int64 v"),
                no("int96 v", int96(1, 1), "int64 v"),
                no("int32 v", 1, "int64 v (DECIMAL(10, 1))"),
                no("int32 v (DECIMAL(9, 2))", 1, "int64 v (DECIMAL(9, 3))"),
                no("int32 v (DECIMAL(9, 2))", 1, "int64 v (DECIMAL(18, 1))"),
                no("int32 v (DECIMAL(9, 2))", 1, "int32 v"),
                no("boolean v", true, "int32 v"),
                no("binary v (STRING)", binary("x"), "fixed_len_byte_array(1) v"),
                no("fixed_len_byte_array(2) v", fixed(1, 2), "fixed_len_byte_array(3) v"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refuses_by_name_what_would_lose_something(String from, Object value, String to) {
        Workshop workshop = new Workshop(folder);
        MessageType input = schema("required " + from + ";");
        RewriteInput file = workshop.file(input, List.of(one(input, value)));

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(schema("optional " + to + ";")), file))
                .isInstanceOf(GateException.class)
                .hasMessageStartingWith(file.file() + ": Column v: it is required ")
                .hasMessageContaining("cannot become optional ");
        assertThat(workshop.store.open).hasValue(0);
    }

    static Stream<Arguments> unfitting() {
        return Stream.of(
                Arguments.of("int32 v", 128, "int32 v (INT_8)", "128 does not fit in 8 bits"),
                Arguments.of("int32 v", -32769, "int32 v (INT_16)", "-32769 does not fit in 16 bits"),
                Arguments.of(
                        "int64 v (TIMESTAMP(MILLIS,true))",
                        Long.MAX_VALUE,
                        "int64 v (TIMESTAMP(MICROS,true))",
                        "a time lies outside the range of the output's type"),
                Arguments.of(
                        "int32 v (DATE)",
                        Integer.MAX_VALUE,
                        "int64 v (TIMESTAMP(MICROS,false))",
                        "a time lies outside the range of the output's type"),
                Arguments.of(
                        "int32 v (DATE)",
                        110_000,
                        "int64 v (TIMESTAMP(NANOS,false))",
                        "a time lies outside the range of the output's type"),
                Arguments.of(
                        "fixed_len_byte_array(5) v (DECIMAL(3, 0))",
                        fixed(100_000, 5),
                        "int64 v (DECIMAL(4, 0))",
                        "the unscaled value 100000 has more digits than decimal(4, 0) can hold"));
    }

    @ParameterizedTest
    @MethodSource("unfitting")
    void refuses_a_value_that_does_not_fit(String from, Object value, String to, String reason) {
        Workshop workshop = new Workshop(folder);
        MessageType input = schema("required " + from + ";");
        RewriteInput file = workshop.file(input, List.of(one(input, value)));

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(schema("optional " + to + ";")), file))
                .isInstanceOf(GateException.class)
                .hasMessageStartingWith(file.file() + ": Column v: " + reason);
    }

    private static Group one(MessageType schema, Object value) {
        SimpleGroup group = new SimpleGroup(schema);
        if (value instanceof Integer number) {
            group.add("v", number);
        } else if (value instanceof Long number) {
            group.add("v", number);
        } else if (value instanceof Float number) {
            group.add("v", number);
        } else if (value instanceof Double number) {
            group.add("v", number);
        } else if (value instanceof Boolean truth) {
            group.add("v", truth);
        } else {
            group.add("v", (Binary) value);
        }
        return group;
    }

    private static Arguments row(String from, Object value, String to, Object expected) {
        return Arguments.of(from, value, to, expected);
    }

    private static Arguments no(String from, Object value, String to) {
        return Arguments.of(from, value, to);
    }

    private static Binary fixed(long value, int length) {
        return bytes(BigInteger.valueOf(value), length);
    }

    private static Binary bytes(BigInteger value, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        byte[] shortest = value.toByteArray();
        for (int at = 0; at < length - shortest.length; at++) {
            bytes.put((byte) (value.signum() < 0 ? -1 : 0));
        }
        return Binary.fromConstantByteArray(bytes.put(shortest).array());
    }

    /** A decimal's shortest bytes if the text is a long number, else its characters. */
    private static Binary binary(String text) {
        return text.length() > 9
                ? Binary.fromConstantByteArray(new BigInteger(text).toByteArray())
                : Binary.fromString(text);
    }

    private static Binary int96(int julianDay, long nanos) {
        return Binary.fromConstantByteArray(ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nanos)
                .putInt(julianDay)
                .array());
    }
}
