/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.Measure;
import dev.sluice.core.health.Pending;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.Rule;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.testing.TableBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the rules' tables of cases are made of: evidence in a few words, and what is expected of every finding. */
final class RuleCases {

    static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");
    static final Bytes SMALL = Bytes.ofMebibytes(1);
    static final Bytes LARGE = Bytes.ofMebibytes(200);

    private RuleCases() {}

    static Evidence of(TableBuilder table) {
        return of(table, 0);
    }

    static Evidence of(TableBuilder table, int streak) {
        return evidence(table, new Trend(streak, 0, 0, NOW), Pending.NONE, Leftovers.NONE);
    }

    static Evidence pending(long files, Bytes bytes, Duration age) {
        Pending pending = files == 0 ? Pending.NONE : new Pending(files, bytes, Optional.of(NOW.minus(age)));
        return evidence(TableBuilder.aTable(), Trend.NONE, pending, Leftovers.NONE);
    }

    static Evidence leftovers(int unreferenced, int eligible) {
        List<StoredFile> files = new ArrayList<>();
        for (int i = 0; i < eligible; i++) {
            files.add(new StoredFile(Location.local("/lake/orders/old-" + i), SMALL, NOW));
        }
        Leftovers leftovers = new Leftovers(unreferenced, Bytes.ofMebibytes(unreferenced), files);
        return evidence(TableBuilder.aTable(), Trend.NONE, Pending.NONE, leftovers);
    }

    /** A table that remembers so many versions that could be forgotten. */
    static Evidence expirable(TableBuilder table, int versions, String objection) {
        List<Expirable.Version> old = new ArrayList<>();
        for (int i = 0; i < versions; i++) {
            old.add(new Expirable.Version(i, NOW.minus(Duration.ofDays(30))));
        }
        Expirable expirable = new Expirable(
                old,
                2L * versions,
                versions,
                versions,
                Bytes.ofMebibytes(versions),
                Optional.empty(),
                objection.isEmpty() ? Optional.empty() : Optional.of(objection));
        Evidence without = of(table);
        return new Evidence(without.health(), without.trend(), without.pending(), without.leftovers(), expirable, NOW);
    }

    private static Evidence evidence(TableBuilder table, Trend trend, Pending pending, Leftovers leftovers) {
        Measure measure = new Measure(Bytes.ofMebibytes(32), OptionalDouble.empty(), partition -> true);
        return new Evidence(
                TableHealth.measure(table.build(), measure), trend, pending, leftovers, Expirable.NONE, NOW);
    }

    /** Examines, and holds the finding to the manner of all findings. */
    static void expect(Rule rule, Evidence evidence, Code code, Urgency urgency, String text) {
        Finding finding = rule.examine(evidence);
        assertThat(finding.code()).isEqualTo(code);
        assertThat(finding.text()).isEqualTo(text).doesNotEndWith(".");
        assertThat(finding.urgency()).as(text).isEqualTo(urgency);
        assertThat(finding.value()).as("value of: " + text).isFinite();
        if (finding.isDue()) {
            assertThat(finding.value()).as("value of what is due: " + text).isGreaterThanOrEqualTo(finding.limit());
        }
    }
}
