/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import static dev.sluice.core.policy.rule.RuleCases.SMALL;
import static dev.sluice.core.policy.rule.RuleCases.expect;
import static dev.sluice.core.testing.TableBuilder.aTable;

import dev.sluice.core.health.Bloat;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.testing.TableBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FragmentRulesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        fragments | deleted | streak | urgency  | text
        0         | 0       | 0      | FINE     | 0 fragments (limit 20) with 0% deleted rows (limit 15%)
        1         | 14      | 0      | FINE     | 1 fragment (limit 20) with 14% deleted rows (limit 15%)
        19        | 14      | 0      | FINE     | 19 fragments (limit 20) with 14% deleted rows (limit 15%)
        20        | 0       | 1      | WATCHING | 20 fragments (limit 20) with 0% deleted rows (limit 15%): watching 1 of 2
        20        | 0       | 2      | DUE      | 20 fragments (limit 20) with 0% deleted rows (limit 15%) in 2 assessments in a row (limit 2)
        60        | 20      | 3      | DUE      | 60 fragments (limit 20) with 20% deleted rows (limit 15%) in 3 assessments in a row (limit 2)
        5         | 15      | 1      | WATCHING | 5 fragments (limit 20) with 15% deleted rows (limit 15%): watching 1 of 2
        5         | 15      | 2      | DUE      | 5 fragments (limit 20) with 15% deleted rows (limit 15%) in 2 assessments in a row (limit 2)
        """, useHeadersInDisplayName = true)
    void bloat_is_watched_until_it_has_lasted(int fragments, int deleted, int streak, Urgency urgency, String text) {
        expect(
                new TooManyFragments(new Bloat(20, 15), 2),
                RuleCases.of(table(fragments, deleted), streak),
                Code.PERSISTENT_FRAGMENT_BLOAT,
                urgency,
                text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        fragments | urgency  | text
        0         | FINE     | 0 fragments (critical limit 100)
        99        | FINE     | 99 fragments (critical limit 100)
        100       | CRITICAL | 100 fragments (critical limit 100)
        101       | CRITICAL | 101 fragments (critical limit 100)
        """, useHeadersInDisplayName = true)
    void far_too_many_fragments_are_critical_at_once(int fragments, Urgency urgency, String text) {
        expect(
                new FarTooManyFragments(100),
                RuleCases.of(table(fragments, 0)),
                Code.CRITICAL_FRAGMENT_EXPLOSION,
                urgency,
                text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        fragments | deleted | urgency | text
        0         | 0       | FINE    | 0 of 0 rows are deleted but still stored (0%, limit 15%)
        10        | 14      | FINE    | 140 of 1000 rows are deleted but still stored (14%, limit 15%)
        10        | 15      | DUE     | 150 of 1000 rows are deleted but still stored (15%, limit 15%)
        10        | 100     | DUE     | 1000 of 1000 rows are deleted but still stored (100%, limit 15%)
        """, useHeadersInDisplayName = true)
    void tombstones_are_counted_over_the_whole_table(int fragments, int deleted, Urgency urgency, String text) {
        expect(
                new TooManyTombstones(15),
                RuleCases.of(table(fragments, deleted)),
                Code.HIGH_TOMBSTONE_RATIO,
                urgency,
                text);
    }

    private static TableBuilder table(int fragments, int deletedOfHundred) {
        return aTable().deletedRowsPerFile(deletedOfHundred).withFiles(fragments, SMALL);
    }
}
