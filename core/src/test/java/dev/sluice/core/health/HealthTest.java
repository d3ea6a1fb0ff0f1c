/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

import static dev.sluice.core.testing.TableBuilder.WRITTEN;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import dev.sluice.core.testing.TableBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {

    private static final Bytes SMALL = Bytes.ofMebibytes(1);
    private static final Bytes LARGE = Bytes.ofMebibytes(200);
    private static final Bytes TARGET = Bytes.ofMebibytes(128);

    @Test
    void the_demo_of_job_2_has_its_figures() {
        TableBuilder table = aTable();
        int[][] days = {{48, 4}, {65, 5}, {4, 16}, {2, 23}};
        for (int day = 0; day < days.length; day++) {
            table.inPartition("day", String.valueOf(day))
                    .withFiles(days[day][0], SMALL)
                    .withFiles(days[day][1], LARGE);
        }

        TableHealth health = measure(table);

        assertThat(health.files()).isEqualTo(167);
        assertThat(health.smallFiles()).isEqualTo(119);
        assertThat(health.partitions()).extracting(PartitionHealth::files).containsExactly(52L, 70L, 20L, 25L);
        assertThat(Math.round(health.meanSmallRatio() * 10_000)).isEqualTo(5329);
    }

    @Test
    void an_empty_table_has_zeros_and_never_divides() {
        TableHealth health = measure(aTable());

        assertThat(health.files()).isZero();
        assertThat(health.smallRatio()).isZero();
        assertThat(health.deletedPercent()).isZero();
        assertThat(health.meanSmallRatio()).isZero();
        assertThat(health.partitions()).isEmpty();
        assertThat(health.bytes()).isEqualTo(Bytes.ZERO);
    }

    @Test
    void rows_are_counted_where_the_metadata_counts_them() {
        TableHealth health = measure(aTable().deletedRowsPerFile(10)
                .withFiles(2, SMALL)
                .rowsPerFile(-1)
                .deletedRowsPerFile(500)
                .withFiles(1, SMALL));

        assertThat(health.rows()).isEqualTo(200);
        assertThat(health.deletedRows()).isEqualTo(20);
        assertThat(health.liveRows()).isEqualTo(180);
        assertThat(health.deletedPercent()).isEqualTo(10.0);
        assertThat(health.filesWithoutRowCount()).isEqualTo(1);
        assertThat(health.filesWithDeletes()).isEqualTo(3);
    }

    @Test
    void files_to_be_left_alone_are_small_and_no_candidates() {
        TableHealth health = measure(aTable().withFiles(3, SMALL)
                .leftAlone("clustered")
                .withFiles(2, SMALL)
                .withFiles(1, LARGE));

        assertThat(health.smallFiles()).isEqualTo(5);
        assertThat(health.leftAlone()).isEqualTo(Map.of("clustered", 2L));
        assertThat(health.partitions().get(0).candidates()).isEqualTo(3);
        assertThat(health.partitions().get(0).candidateBytes()).isEqualTo(Bytes.ofMebibytes(3));
    }

    @Test
    void a_partition_knows_when_it_was_last_changed() {
        assertThat(measure(aTable().withFiles(5, SMALL)).partitions().get(0).changedAt())
                .isEqualTo(WRITTEN.plusSeconds(4));
    }

    @Test
    void only_the_partitions_of_the_measure_count() {
        TableBuilder table = aTable().inPartition("day", "1")
                .withFiles(3, SMALL)
                .inPartition("day", "2")
                .withFiles(4, SMALL);
        Measure measure = new Measure(
                Bytes.ofMebibytes(32),
                OptionalDouble.empty(),
                partition -> "2".equals(partition.fields().get(0).value()));

        assertThat(TableHealth.measure(table.build(), measure).files()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        candidates, mebibytes, deleted, after, better
        1,          1,         0,       1,     false
        2,          1,         0,       1,     true
        2,          64,        0,       1,     true
        2,          65,        0,       2,     false
        3,          65,        0,       2,     true
        1,          65,        1,       1,     true
        """, useHeadersInDisplayName = true)
    void a_partition_gets_better_with_fewer_files_or_fewer_deleted_rows(
            int candidates, int mebibytes, int deleted, long after, boolean better) {
        TableBuilder table = aTable().deletedRowsPerFile(deleted).withFiles(candidates, Bytes.ofMebibytes(mebibytes));
        Measure measure = new Measure(LARGE, OptionalDouble.empty(), partition -> true);
        PartitionHealth partition =
                TableHealth.measure(table.build(), measure).partitions().get(0);

        assertThat(partition.filesAfter(TARGET)).isEqualTo(after);
        assertThat(partition.canGetBetter(TARGET)).isEqualTo(better);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        before, fragments before, percent before, fragments, deleted, after
        0,      0,                0,              19,        14,      0
        5,      30,               20,             19,        14,      0
        0,      0,                0,              20,        0,       1
        1,      20,               0,              20,        0,       2
        1,      20,               0,              25,        0,       2
        1,      30,               0,              25,        0,       2
        1,      30,               10,             25,        10,      2
        1,      30,               10,             25,        9,       1
        4,      30,               10,             25,        9,       4
        0,      30,               10,             25,        9,       1
        4,      30,               10,             30,        9,       5
        4,      30,               20,             5,         15,      4
        4,      3,                20,             5,         15,      5
        """, useHeadersInDisplayName = true)
    void a_streak_grows_unless_fragments_and_tombstones_both_shrink(
            int before, long fragmentsBefore, double percentBefore, int fragments, int deleted, int after) {
        Instant now = Instant.parse("2026-11-29T03:00:00Z");
        Trend trend = new Trend(before, fragmentsBefore, percentBefore, Instant.EPOCH);
        TableHealth health = measure(aTable().deletedRowsPerFile(deleted).withFiles(fragments, SMALL));

        assertThat(trend.after(health, new Bloat(20, 15), now)).isEqualTo(new Trend(after, fragments, deleted, now));
    }

    @Test
    void a_verified_compaction_starts_the_streak_over() {
        Instant now = Instant.parse("2026-11-29T03:00:00Z");

        assertThat(new Trend(7, 60, 20, Instant.EPOCH).afterCompaction(measure(aTable().withFiles(1, LARGE)), now))
                .isEqualTo(new Trend(0, 1, 0, now));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        part,  whole, ratio, reached, text
        0,     0,     0.5,   false,   0%
        0,     0,     0,     true,    0%
        1,     2,     0.5,   true,    50%
        7,     20,    0.35,  true,    35%
        1,     3,     0.3333333333333333, true, 33.3%
        2,     3,     0.67,  false,   66.7%
        999999999999, 2000000000000, 0.5, false, 50%
        4999,  10000, 0.5,   false,   50%
        9007199254740993, 9007199254740993, 1, true, 100%
        """, useHeadersInDisplayName = true)
    void a_share_compares_exactly_and_rounds_only_in_its_text(
            long part, long whole, double ratio, boolean reached, String text) {
        Share share = new Share(part, whole);

        assertThat(share.reaches(ratio)).isEqualTo(reached);
        assertThat(share).hasToString(text);
    }

    @Test
    void a_percentage_is_a_ratio_of_a_hundred() {
        assertThat(new Share(15, 100).reachesPercent(15)).isTrue();
        assertThat(new Share(149, 1000).reachesPercent(15)).isFalse();
        assertThat(new Share(0, 0).percent()).isZero();
        assertThat(new Share(1, 8).percent()).isEqualTo(12.5);
    }

    @Test
    void pending_files_wait_since_the_oldest_and_never_less_than_nothing() {
        Instant now = Instant.parse("2026-11-29T03:00:00Z");

        assertThat(Pending.NONE.waited(now)).isZero();
        assertThat(new Pending(1, SMALL, Optional.of(now.minusSeconds(90))).waited(now))
                .isEqualTo(Duration.ofSeconds(90));
        assertThat(new Pending(1, SMALL, Optional.of(now.plusSeconds(90))).waited(now))
                .isZero();
    }

    @Test
    void an_unpartitioned_table_is_one_partition() {
        assertThat(measure(aTable().withFiles(2, SMALL)).partitions())
                .extracting(PartitionHealth::partition)
                .containsExactly(Partition.WHOLE_TABLE);
    }

    private static TableHealth measure(TableBuilder table) {
        return TableHealth.measure(
                table.build(), new Measure(Bytes.ofMebibytes(32), OptionalDouble.empty(), partition -> true));
    }
}
