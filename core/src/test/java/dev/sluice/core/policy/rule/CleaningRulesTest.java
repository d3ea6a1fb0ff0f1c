/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import static dev.sluice.core.policy.rule.RuleCases.expect;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.RemovalMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CleaningRulesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        versions | urgency | text
        0        | FINE    | 0 versions are kept (limit 100)
        1        | FINE    | 1 version is kept (limit 100)
        99       | FINE    | 99 versions are kept (limit 100)
        100      | FINE    | 100 versions are kept (limit 100)
        101      | DUE     | 101 versions are kept (limit 100)
        """, useHeadersInDisplayName = true)
    void a_history_may_be_as_long_as_its_limit(int versions, Urgency urgency, String text) {
        expect(
                new HistoryTooLong(100),
                RuleCases.of(aTable().keepingVersions(versions)),
                Code.STALE_VERSIONS,
                urgency,
                text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        mode    | unreferenced | eligible | urgency | text
        APPLY   | 0            | 0        | FINE    | 0 of 0 unreferenced files are past the retention (0 B, limit 0 files)
        APPLY   | 40           | 0        | FINE    | 0 of 40 unreferenced files are past the retention (0 B, limit 0 files)
        APPLY   | 40           | 1        | DUE     | 1 of 40 unreferenced files is past the retention (1.0 MiB, limit 0 files)
        APPLY   | 40           | 3        | DUE     | 3 of 40 unreferenced files are past the retention (3.0 MiB, limit 0 files)
        DRY_RUN | 40           | 3        | FINE    | 3 of 40 unreferenced files are past the retention (3.0 MiB, limit 0 files)
        OFF     | 40           | 3        | FINE    | 3 of 40 unreferenced files are past the retention (3.0 MiB, limit 0 files)
        """, useHeadersInDisplayName = true)
    void removable_files_make_work_due_only_where_they_are_to_be_removed(
            RemovalMode mode, int unreferenced, int eligible, Urgency urgency, String text) {
        expect(
                new TooMuchToRemove(mode),
                RuleCases.leftovers(unreferenced, eligible),
                Code.VACUUM_ELIGIBLE,
                urgency,
                text);
    }

    @Test
    void a_rule_is_known_by_its_name_in_kebab_case() {
        assertThat(new HistoryTooLong(1).key()).isEqualTo("history-too-long");
        assertThat(new TooManySmallFiles(1, 1).key()).isEqualTo("too-many-small-files");
    }
}
