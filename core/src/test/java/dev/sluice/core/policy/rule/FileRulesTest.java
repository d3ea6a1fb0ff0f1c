/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import static dev.sluice.core.policy.rule.RuleCases.LARGE;
import static dev.sluice.core.policy.rule.RuleCases.SMALL;
import static dev.sluice.core.policy.rule.RuleCases.expect;
import static dev.sluice.core.testing.TableBuilder.aTable;

import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.testing.TableBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileRulesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        small | large | urgency | text
        0     | 0     | FINE    | 0 of 0 files are small (0%, limit 50%)
        0     | 4     | FINE    | 0 of 4 files are small (0%, limit 50%)
        1     | 2     | FINE    | 1 of 3 files is small (33.3%, limit 50%)
        9     | 0     | FINE    | 9 of 9 files are small (100%, limit 50%), fewer than the 10 from which on it counts
        10    | 0     | DUE     | 10 of 10 files are small (100%, limit 50%)
        10    | 10    | DUE     | 10 of 20 files are small (50%, limit 50%)
        10    | 11    | FINE    | 10 of 21 files are small (47.6%, limit 50%)
        4999  | 5001  | FINE    | 4999 of 10000 files are small (50%, limit 50%)
        36    | 4     | DUE     | 36 of 40 files are small (90%, limit 50%)
        """, useHeadersInDisplayName = true)
    void small_files_are_due_in_number_and_in_share(int small, int large, Urgency urgency, String text) {
        TableBuilder table = aTable().withFiles(small, SMALL).withFiles(large, LARGE);
        expect(new TooManySmallFiles(10, 0.5), RuleCases.of(table), Code.SMALL_FILES, urgency, text);
    }

    @Test
    void a_file_of_exactly_the_limit_is_not_small() {
        expect(
                new TooManySmallFiles(1, 0.5),
                RuleCases.of(
                        aTable().withFiles(1, Bytes.of(32 * 1024 * 1024 - 1)).withFiles(1, Bytes.ofMebibytes(32))),
                Code.SMALL_FILES,
                Urgency.DUE,
                "1 of 2 files is small (50%, limit 50%)");
    }

    @Test
    void a_ratio_of_zero_leaves_the_number_to_decide() {
        TooManySmallFiles rule = new TooManySmallFiles(2, 0);
        expect(
                rule,
                RuleCases.of(aTable()),
                Code.SMALL_FILES,
                Urgency.FINE,
                "0 of 0 files are small (0%, limit 0%), fewer than the 2 from which on it counts");
        expect(
                rule,
                RuleCases.of(aTable().withFiles(2, SMALL).withFiles(98, LARGE)),
                Code.SMALL_FILES,
                Urgency.DUE,
                "2 of 100 files are small (2%, limit 0%)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        small | large | urgency | text
        0     | 10    | FINE    | 0 of 2 partitions are degraded: in the worst, 0% of the files are small (limit 35%)
        6     | 14    | FINE    | 0 of 2 partitions are degraded: in the worst, 30% of the files are small (limit 35%)
        7     | 13    | DUE     | 1 of 2 partitions is degraded: in the worst, 35% of the files are small (limit 35%)
        48    | 4     | DUE     | 1 of 2 partitions is degraded: in the worst, 92.3% of the files are small (limit 35%)
        """, useHeadersInDisplayName = true)
    void a_partition_is_degraded_by_its_own_share(int small, int large, Urgency urgency, String text) {
        TableBuilder table = aTable().inPartition("day", "2026-11-01")
                .withFiles(50, LARGE)
                .inPartition("day", "2026-11-02")
                .withFiles(small, SMALL)
                .withFiles(large, LARGE);
        expect(new DegradedPartitions(0.35), RuleCases.of(table), Code.DEGRADED_PARTITIONS, urgency, text);
    }

    @Test
    void a_table_without_partitions_has_no_degraded_ones() {
        expect(
                new DegradedPartitions(0.35),
                RuleCases.of(aTable()),
                Code.DEGRADED_PARTITIONS,
                Urgency.FINE,
                "0 of 0 partitions are degraded: in the worst, 0% of the files are small (limit 35%)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        deleted | urgency | text
        0       | FINE    | 0 of 1000 rows are deleted (0%, limit 20%)
        199     | FINE    | 199 of 1000 rows are deleted (19.9%, limit 20%)
        200     | DUE     | 200 of 1000 rows are deleted (20%, limit 20%)
        1000    | DUE     | 1000 of 1000 rows are deleted (100%, limit 20%)
        """, useHeadersInDisplayName = true)
    void deleted_rows_are_due_from_their_limit_on(int deleted, Urgency urgency, String text) {
        TableBuilder table =
                aTable().rowsPerFile(1000).deletedRowsPerFile(deleted).withFiles(1, LARGE);
        expect(new TooManyDeletedRows(20), RuleCases.of(table), Code.DELETED_ROWS, urgency, text);
    }

    @Test
    void the_worst_partition_speaks_for_the_deleted_rows_of_the_table() {
        TableBuilder table = aTable().inPartition("day", "1")
                .withFiles(9, LARGE)
                .inPartition("day", "2")
                .deletedRowsPerFile(30)
                .withFiles(1, LARGE);
        expect(
                new TooManyDeletedRows(20),
                RuleCases.of(table),
                Code.DELETED_ROWS,
                Urgency.DUE,
                "30 of 100 rows in partition day=2 are deleted (30%, limit 20%)");
    }

    @Test
    void rows_that_nobody_counted_are_no_share() {
        expect(
                new TooManyDeletedRows(20),
                RuleCases.of(aTable().rowsPerFile(-1).deletedRowsPerFile(5).withFiles(1, LARGE)),
                Code.DELETED_ROWS,
                Urgency.FINE,
                "0 of 0 rows are deleted (0%, limit 20%)");
        expect(
                new TooManyDeletedRows(20),
                RuleCases.of(aTable()),
                Code.DELETED_ROWS,
                Urgency.FINE,
                "0 of 0 rows are deleted (0%, limit 20%)");
    }
}
