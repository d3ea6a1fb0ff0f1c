/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import static dev.sluice.core.policy.rule.RuleCases.SMALL;
import static dev.sluice.core.policy.rule.RuleCases.expect;
import static dev.sluice.core.policy.rule.RuleCases.expirable;
import static dev.sluice.core.testing.TableBuilder.aTable;

import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.testing.TableBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaleVersionsTest {

    @ParameterizedTest
    @CsvSource({"0, FINE, 0 versions are", "1, DUE, 1 version is", "3, DUE, 3 versions are"})
    void one_version_past_its_time_is_one_too_many(int versions, Urgency urgency, String subject) {
        expect(
                rule(RemovalMode.APPLY, false),
                expirable(aTable(), versions, ""),
                Code.STALE_VERSIONS,
                urgency,
                "%s older than 7 d (%s and %s, limit 0 versions)"
                        .formatted(
                                subject,
                                versions == 0 ? "0 files" : 3 * versions + " files",
                                versions == 0 ? "0 B" : versions + ".0 MiB"));
    }

    @Test
    void a_dry_run_only_counts_them() {
        expect(
                rule(RemovalMode.DRY_RUN, false),
                expirable(aTable(), 3, ""),
                Code.STALE_VERSIONS,
                Urgency.FINE,
                "3 versions are older than 7 d (9 files and 3.0 MiB, limit 0 versions)");
    }

    @Test
    void what_may_not_be_forgotten_is_not_due() {
        expect(
                rule(RemovalMode.APPLY, false),
                expirable(aTable(), 3, "The table's owner has switched expiry off."),
                Code.STALE_VERSIONS,
                Urgency.FINE,
                "3 versions are older than 7 d (9 files and 3.0 MiB, limit 0 versions)");
    }

    @ParameterizedTest
    @CsvSource({"6, FINE", "7, DUE", "8, DUE"})
    void they_wait_for_a_degraded_partition_where_the_owner_wants_so(int small, Urgency urgency) {
        TableBuilder table = aTable().withFiles(small, SMALL).withFiles(20 - small, RuleCases.LARGE);
        expect(
                rule(RemovalMode.APPLY, true),
                expirable(table, 1, ""),
                Code.STALE_VERSIONS,
                urgency,
                "1 version is older than 7 d (3 files and 1.0 MiB, limit 0 versions)");
    }

    private static StaleVersions rule(RemovalMode mode, boolean onlyIfDegraded) {
        return new StaleVersions(new Expiry(mode, Duration.ofDays(7), 1, onlyIfDegraded), 0.35);
    }
}
