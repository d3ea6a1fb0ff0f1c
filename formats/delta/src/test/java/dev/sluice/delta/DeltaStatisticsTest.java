/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.format.Change;
import dev.sluice.core.store.Location;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statistics of rewritten files: readers skip files by them, so a wrong bound loses rows. */
class DeltaStatisticsTest {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    @TempDir
    Path folder;

    @Test
    void an_upper_bound_of_a_time_is_never_below_the_greatest_time() throws Exception {
        JsonNode stats = statsOf(
                HandMadeTable.field("t", "timestamp"),
                "SELECT TIMESTAMPTZ '2024-03-01 12:00:00.807126+00' AS t",
                "SELECT TIMESTAMPTZ '2024-03-01 12:00:00.100900+00' AS t");

        Instant max = Instant.parse(stats.get("maxValues").get("t").asText());
        Instant min = Instant.parse(stats.get("minValues").get("t").asText());
        assertThat(max).isEqualTo("2024-03-01T12:00:00.808Z");
        assertThat(min).isEqualTo("2024-03-01T12:00:00.100Z");
    }

    @Test
    void times_before_the_epoch_are_rounded_the_right_way() throws Exception {
        JsonNode stats = statsOf(
                HandMadeTable.field("t", "timestamp"),
                "SELECT TIMESTAMPTZ '1969-12-31 23:59:59.999999+00' AS t",
                "SELECT TIMESTAMPTZ '1950-01-01 00:00:00.000001+00' AS t");

        assertThat(Instant.parse(stats.get("maxValues").get("t").asText())).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(Instant.parse(stats.get("minValues").get("t").asText())).isEqualTo("1950-01-01T00:00:00Z");
    }

    @Test
    void a_time_that_no_four_digits_hold_has_no_bound() throws Exception {
        JsonNode stats = statsOf(
                HandMadeTable.field("t", "timestamp"),
                "SELECT TIMESTAMPTZ '12000-01-01 00:00:00+00' AS t",
                "SELECT TIMESTAMPTZ '2024-01-01 00:00:00+00' AS t");

        assertThat(stats.get("maxValues").has("t")).isFalse();
        assertThat(stats.get("nullCount").get("t").asLong()).isZero();
    }

    @Test
    void nulls_never_enter_a_bound_and_are_counted() throws Exception {
        JsonNode stats = statsOf(
                HandMadeTable.field("i", "integer"),
                "SELECT 5::INT AS i UNION ALL SELECT NULL::INT",
                "SELECT 7::INT AS i UNION ALL SELECT NULL::INT UNION ALL SELECT NULL::INT");

        assertThat(stats.get("numRecords").asLong()).isEqualTo(5);
        assertThat(stats.get("minValues").get("i").asInt()).isEqualTo(5);
        assertThat(stats.get("maxValues").get("i").asInt()).isEqualTo(7);
        assertThat(stats.get("nullCount").get("i").asLong()).isEqualTo(3);
    }

    @Test
    void a_column_with_a_nan_has_no_bounds() throws Exception {
        JsonNode stats = statsOf(
                HandMadeTable.field("d", "double") + "," + HandMadeTable.field("e", "double"),
                "SELECT 1.0::DOUBLE AS d, 1.0::DOUBLE AS e UNION ALL SELECT 'NaN'::DOUBLE, -0.0::DOUBLE",
                "SELECT 'Infinity'::DOUBLE AS d, 2.5::DOUBLE AS e");

        assertThat(stats.get("minValues").has("d")).isFalse();
        assertThat(stats.get("maxValues").has("d")).isFalse();
        assertThat(stats.get("minValues").get("e").asDouble()).isLessThanOrEqualTo(-0.0);
        assertThat(stats.get("maxValues").get("e").asDouble()).isEqualTo(2.5);
        assertThat(stats.toString()).doesNotContain("NaN").doesNotContain("Infinity");
    }

    @Test
    void bounds_of_long_texts_are_cut_and_still_hold_all_values() throws Exception {
        JsonNode stats = statsOf(
                HandMadeTable.field("s", "string"),
                "SELECT repeat('é', 50) AS s",
                "SELECT repeat('z', 31) || chr(128512) || 'tail' AS s");

        String min = stats.get("minValues").get("s").asText();
        String max = stats.get("maxValues").get("s").asText();
        String emoji = new String(Character.toChars(128512));
        assertThat(min.codePointCount(0, min.length())).isEqualTo(32);
        assertThat(min).isLessThanOrEqualTo("z".repeat(31) + emoji + "tail");
        assertThat(max).isGreaterThan("é".repeat(50)).startsWith("é".repeat(31));
    }

    @Test
    void every_type_that_had_bounds_has_bounds_again() throws Exception {
        JsonNode stats = statsOf(
                String.join(
                        ",",
                        HandMadeTable.field("b", "byte"),
                        HandMadeTable.field("s", "short"),
                        HandMadeTable.field("l", "long"),
                        HandMadeTable.field("f", "float"),
                        HandMadeTable.field("d", "date"),
                        HandMadeTable.field("m", "decimal(10,2)"),
                        HandMadeTable.field("n", "decimal(30,5)")),
                "SELECT 1::TINYINT AS b, 2::SMALLINT AS s, 3::BIGINT AS l, 1.5::FLOAT AS f, DATE '2024-01-02' AS d,"
                        + " 1.25::DECIMAL(10,2) AS m, -7.5::DECIMAL(30,5) AS n",
                "SELECT 9::TINYINT AS b, 8::SMALLINT AS s, 7::BIGINT AS l, 2.5::FLOAT AS f, DATE '2025-01-02' AS d,"
                        + " 100.00::DECIMAL(10,2) AS m, 12345678901234567890.12345::DECIMAL(30,5) AS n");

        assertThat(stats.get("minValues").toString())
                .isEqualTo("{\"b\":1,\"s\":2,\"l\":3,\"f\":1.5,\"d\":\"2024-01-02\",\"m\":1.25,\"n\":-7.50000}");
        assertThat(stats.get("maxValues").get("d").asText()).isEqualTo("2025-01-02");
        assertThat(stats.get("maxValues").get("n").toString()).isEqualTo("12345678901234567890.12345");
    }

    private JsonNode statsOf(String fields, String first, String second) throws IOException, SQLException {
        HandMadeTable.of(folder, fields).append(first).append(second);
        Location table = Location.local(folder);
        TableRows before = TableRows.of(table);
        DeltaPass pass = new DeltaPass(table, Clock.systemUTC());
        Change change = pass.compact(pass.plan()).change().orElseThrow();
        assertThat(TableRows.of(table)).isEqualTo(before);
        for (JsonNode action : new LogWriter(folder).commit(change.version())) {
            if (action.has("add")) {
                return JSON.readTree(action.get("add").get("stats").asText());
            }
        }
        throw new AssertionError("No file was added");
    }
}
