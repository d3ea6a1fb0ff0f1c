/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.FingerprintSet;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small rules on paths, names and statistics that the rest stands on. */
class PathsAndNamesTest {

    private static final Location TABLE = Location.local("/lake/orders");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.parquet                       | /lake/orders/a.parquet",
                "p=a%20b/x.parquet               | /lake/orders/p=a b/x.parquet",
                "p=a%2520b/x.parquet             | /lake/orders/p=a%20b/x.parquet",
                "p=%C3%A9%2Bx%23%3F/x.parquet    | /lake/orders/p=é+x#?/x.parquet",
                "t=11%3A00%3A00/x.parquet        | /lake/orders/t=11:00:00/x.parquet",
                "t=11:00:00/x.parquet            | /lake/orders/t=11:00:00/x.parquet",
                "100%/x.parquet                  | /lake/orders/100%/x.parquet",
                "/other/x.parquet                | /other/x.parquet",
                "file:/other/a%20b.parquet       | /other/a b.parquet",
                "file:///other/a.parquet         | /other/a.parquet",
                "s3a://bucket/key%20a            | s3://bucket/key a",
            })
    void a_path_of_the_log_is_decoded_exactly_once(String path, String location) {
        assertThat(LogPath.locate(TABLE, path).toString()).isEqualTo(location);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "_delta_log/00000000000000000000.json",
                "_delta_log/_sidecars/a.parquet",
                ".hidden/a.parquet",
                "a/.b/c.parquet",
                "_temporary/0/a.parquet",
                "_p/a.parquet",
                "metadata/_x",
            })
    void the_clean_up_never_looks_at_the_log_or_at_hidden_files(String path) {
        assertThat(VacuumName.isCandidate(path, List.of("p"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.parquet", "p=1/a.parquet", "_change_data/a.parquet", "_p=1/a.parquet", "deletion_vector_1.bin"
            })
    void the_clean_up_looks_at_data_files_deletion_vectors_and_change_data(String path) {
        assertThat(VacuumName.isCandidate(path, List.of("p", "_p"))).isTrue();
    }

    @Test
    void a_fingerprint_set_never_denies_a_member() {
        FingerprintSet set = new FingerprintSet();
        for (int i = 0; i < 100_000; i++) {
            set.add(TABLE.resolve("part-" + i));
        }
        assertThat(set.size()).isEqualTo(100_000);
        for (int i = 0; i < 100_000; i++) {
            assertThat(set.mayContain(TABLE.resolve("part-" + i))).isTrue();
            assertThat(set.mayContain(TABLE.resolve("other-" + i))).isFalse();
        }
    }

    @Test
    void an_upper_bound_of_a_long_text_is_cut_and_still_above_it() {
        String long1 = "a".repeat(40);
        assertThat(FileStats.roundedUp("short")).contains("short");
        assertThat(FileStats.roundedUp(long1)).hasValueSatisfying(bound -> {
            assertThat(bound).hasSize(32);
            assertThat(bound.compareTo(long1)).isPositive();
        });
        String top = new String(Character.toChars(Character.MAX_CODE_POINT)).repeat(40);
        assertThat(FileStats.roundedUp(top)).isEmpty();
        assertThat(FileStats.roundedUp("a" + top)).contains("b");
        assertThat(FileStats.roundedUp("\uD7FF".repeat(40)))
                .hasValueSatisfying(bound -> assertThat(bound.codePointAt(31)).isEqualTo(0xE000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"numRecords\":7}                                     | 7",
                "{\"minValues\":{\"numRecords\":1},\"numRecords\":9}    | 9",
                "{\"minValues\":{\"a\":1}}                              | -1",
                "{}                                                     | -1",
                "not json                                               | -1",
                "{\"numRecords\":\"7\"}                                 | -1",
            })
    void rows_are_taken_from_the_statistics_or_are_unknown(String stats, long rows) {
        assertThat(StatsJson.rows(stats)).isEqualTo(rows);
        assertThat(DataFile.UNKNOWN_ROWS).isEqualTo(-1);
    }
}
