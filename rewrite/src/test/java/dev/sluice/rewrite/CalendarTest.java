/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Old Sparks count days of long ago by another calendar than everybody else; only the footer tells. */
final class CalendarTest {

    private static final String VERSION = "org.apache.spark.version";

    private static final MessageType DATES = schema("optional int32 d (DATE);");
    private static final int LONG_AGO = (int) LocalDate.of(1582, 10, 14).toEpochDay();
    private static final int LATER = LONG_AGO + 1;

    @TempDir
    Path folder;

    private Workshop workshop;

    @BeforeEach
    void open() {
        workshop = new Workshop(folder);
    }

    private RewriteInput file(MessageType schema, Map<String, String> entries, Group... rows) {
        return workshop.file(schema, builder -> builder.withExtraMetaData(entries), List.of(rows));
    }

    private static Group day(int day) {
        return new SimpleGroup(DATES).append("d", day);
    }

    private Map<String, String> entries(RewriteInput... files) {
        return workshop.footer(workshop.rewrite(workshop.target(DATES), files), 0)
                .getFileMetaData()
                .getKeyValueMetaData();
    }

    private static Binary int96(int julianDay) {
        return Binary.fromConstantByteArray(ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0)
                .putInt(julianDay)
                .array());
    }

    static Stream<Arguments> longAgo() {
        return Stream.of(
                Arguments.of("int32 v (DATE)", "int32 v (DATE)", LATER, LONG_AGO),
                Arguments.of("int32 v (DATE)", "int64 v (TIMESTAMP(MICROS,false))", LATER, LONG_AGO),
                Arguments.of(
                        "int64 v (TIMESTAMP(MICROS,true))",
                        "int64 v (TIMESTAMP(MICROS,true))",
                        -2_208_988_800_000_000L,
                        -2_208_988_800_000_001L),
                Arguments.of(
                        "int64 v (TIMESTAMP(MILLIS,true))",
                        "int64 v (TIMESTAMP(MICROS,true))",
                        -2_208_988_800_000L,
                        -2_208_988_800_001L),
                Arguments.of("int96 v", "int64 v (TIMESTAMP(MICROS,true))", int96(2_415_021), int96(2_415_020)),
                Arguments.of("int96 v", "int96 v", int96(2_415_021), int96(2_415_020)));
    }

    @ParameterizedTest
    @MethodSource("longAgo")
    void refuses_days_that_an_old_spark_counted_its_own_way(String held, String wanted, Object later, Object before) {
        MessageType schema = schema("required " + held + ";");
        RewriteTarget target = workshop.target(schema("optional " + wanted + ";"));
        Map<String, String> old = Map.of(VERSION, "2.4.5");
        Group fine = one(schema, later);
        Group not = one(schema, before);

        assertThat(workshop.rewrite(target, file(schema, old, fine)).rowsWritten())
                .isEqualTo(1);
        assertThat(workshop.rewrite(target, file(schema, Map.of(), not)).rowsWritten())
                .as("nobody says that a Spark wrote it")
                .isEqualTo(1);
        assertThat(workshop.rewrite(target, file(schema, Map.of(VERSION, "3.5.1"), not))
                        .rowsWritten())
                .isEqualTo(1);
        assertThat(workshop.rewrite(target, file(schema, old, not, fine).with(RowMask.of(0)))
                        .rowsWritten())
                .as("the row is deleted")
                .isEqualTo(1);
        RewriteInput refused = file(schema, old, fine, not);
        assertThatThrownBy(() -> workshop.rewrite(target, refused))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining(refused.file()
                        + ": Column v: it holds a day of so long ago that Spark 2.4.5 counted it by the Julian calendar;"
                        + " only Spark can rewrite it.");
    }

    private static Group one(MessageType schema, Object value) {
        SimpleGroup group = new SimpleGroup(schema);
        if (value instanceof Integer number) {
            group.add("v", number);
        } else if (value instanceof Long number) {
            group.add("v", number);
        } else {
            group.add("v", (Binary) value);
        }
        return group;
    }

    @Test
    void knows_newer_sparks_that_were_told_to_write_as_the_old_ones() {
        RewriteInput days =
                file(DATES, Map.of(VERSION, "3.5.1", "org.apache.spark.legacyDateTime", ""), day(LATER), day(LONG_AGO));
        MessageType stamps = schema("required int96 v;");
        RewriteInput oldStamps = file(
                stamps, Map.of(VERSION, "3.5.1", "org.apache.spark.legacyINT96", ""), one(stamps, int96(2_415_020)));
        RewriteInput firstOfThree = file(stamps, Map.of(VERSION, "3.0.3"), one(stamps, int96(2_415_020)));

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(DATES), days))
                .hasMessageContaining("Julian calendar");
        assertThatThrownBy(() -> workshop.rewrite(workshop.target(stamps), oldStamps))
                .hasMessageContaining("Julian calendar");
        assertThatThrownBy(() -> workshop.rewrite(workshop.target(stamps), firstOfThree))
                .hasMessageContaining("Spark 3.0.3 counted it by the Julian calendar");
    }

    @Test
    void tells_spark_that_days_are_counted_as_today_if_every_file_says_so() {
        RewriteInput three = file(DATES, Map.of(VERSION, "3.5.1", "other", "x"), day(LONG_AGO));
        RewriteInput four = file(DATES, Map.of(VERSION, "4.0.0"), day(LONG_AGO));
        RewriteInput two = file(DATES, Map.of(VERSION, "2.4.5"), day(LATER));
        RewriteInput unknown = file(DATES, Map.of(), day(LONG_AGO));

        assertThat(entries(four, three)).containsExactly(Map.entry(VERSION, "3.5.1"));
        assertThat(entries(two, four))
                .as("the old file's days are the same in both ways")
                .containsExactly(Map.entry(VERSION, "4.0.0"));
        assertThat(entries(two)).isEmpty();
        assertThat(entries(three, unknown)).isEmpty();
        assertThat(entries(three, unknown.with(RowMask.of(0))))
                .as("no row of the other file is in it")
                .containsExactly(Map.entry(VERSION, "3.5.1"));
    }
}
