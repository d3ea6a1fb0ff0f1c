/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.health.Bloat;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.Pending;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.rule.DegradedPartitions;
import dev.sluice.core.policy.rule.FarTooManyFragments;
import dev.sluice.core.policy.rule.HistoryTooLong;
import dev.sluice.core.policy.rule.TooManyFragments;
import dev.sluice.core.policy.rule.TooManySmallFiles;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Objection;
import dev.sluice.core.testing.TableBuilder;
import dev.sluice.core.testing.TestTable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PolicyTest {

    private static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");
    private static final Bytes SMALL = Bytes.ofMebibytes(1);
    private static final Bytes LARGE = Bytes.ofMebibytes(200);
    private static final Rule SMALL_FILES = new TooManySmallFiles(10, 0.5);

    @Test
    void nothing_due_is_healthy_and_nominal() {
        Verdict verdict = judge(aTable().withFiles(3, LARGE), SMALL_FILES);

        assertThat(verdict.level()).isEqualTo(Verdict.Level.HEALTHY);
        assertThat(verdict.reasons()).isEmpty();
        assertThat(verdict.told())
                .extracting(Finding::code, Finding::text)
                .containsExactly(tuple(Code.NOMINAL, "All measured values are within their limits"));
    }

    @Test
    void a_policy_without_rules_finds_every_table_healthy() {
        assertThat(judge(aTable().withFiles(100, SMALL)).level()).isEqualTo(Verdict.Level.HEALTHY);
    }

    @Test
    void something_due_is_a_warning() {
        Verdict verdict = judge(aTable().withFiles(10, SMALL), SMALL_FILES, new HistoryTooLong(5));

        assertThat(verdict.level()).isEqualTo(Verdict.Level.WARNING);
        assertThat(verdict.told()).extracting(Finding::code).containsExactly(Code.SMALL_FILES);
        assertThat(verdict.findings()).hasSize(2);
        assertThat(verdict.asksFor(Code.Work.COMPACT)).isTrue();
        assertThat(verdict.asksFor(Code.Work.EXPIRE)).isFalse();
    }

    @Test
    void a_critical_limit_is_critical_whatever_else_is_due() {
        Verdict verdict = judge(aTable().withFiles(100, SMALL), SMALL_FILES, new FarTooManyFragments(100));

        assertThat(verdict.level()).isEqualTo(Verdict.Level.CRITICAL);
        assertThat(verdict.reasons()).hasSize(2);
    }

    @Test
    void what_is_only_watched_is_healthy_and_told() {
        Verdict verdict = judge(aTable().withFiles(30, SMALL), new TooManyFragments(new Bloat(20, 15), 2));

        assertThat(verdict.level()).isEqualTo(Verdict.Level.HEALTHY);
        assertThat(verdict.told()).extracting(Finding::urgency).containsExactly(Urgency.WATCHING);
    }

    @Test
    void compaction_that_would_leave_no_fewer_files_is_excused() {
        TableBuilder table = aTable();
        for (int day = 0; day < 10; day++) {
            table.inPartition("day", String.valueOf(day)).withFiles(1, SMALL);
        }

        Verdict verdict = judge(table, SMALL_FILES, new HistoryTooLong(5));

        assertThat(verdict.level()).isEqualTo(Verdict.Level.HEALTHY);
        assertThat(verdict.told())
                .extracting(Finding::code, Finding::text)
                .containsExactly(tuple(
                        Code.NOTHING_TO_GAIN,
                        "Compaction towards 128.0 MiB would leave no partition of 10 with fewer files or fewer deleted"
                                + " rows"));
        assertThat(verdict.findings()).extracting(Finding::urgency).contains(Urgency.EXCUSED);
    }

    @Test
    void nothing_to_gain_excuses_no_other_work() {
        TableBuilder table = aTable().keepingVersions(6);
        for (int day = 0; day < 10; day++) {
            table.inPartition("day", String.valueOf(day)).withFiles(1, SMALL);
        }

        Verdict verdict = judge(table, SMALL_FILES, new HistoryTooLong(5));

        assertThat(verdict.level()).isEqualTo(Verdict.Level.WARNING);
        assertThat(verdict.told()).extracting(Finding::code).containsExactly(Code.STALE_VERSIONS);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        OWNER_MAINTAINS, false, HEALTHY
        OWNER_MAINTAINS, true,  WARNING
        WRITERS_MAY_OVERWRITE, false, HEALTHY
        WRITERS_MAY_OVERWRITE, true, HEALTHY
        SWITCHED_OFF,    false, HEALTHY
        SWITCHED_OFF,    true,  HEALTHY
        CATALOG_OWNS,    false, HEALTHY
        CATALOG_OWNS,    true,  HEALTHY
        UNSUPPORTED,     false, WARNING
        UNSUPPORTED,     true,  WARNING
        """)
    void an_owner_who_maintains_is_left_all_work_unless_sluice_may_take_over(
            Objection.Kind kind, boolean takeOver, Verdict.Level level) {
        TestTable state = aTable().withFiles(10, SMALL)
                .keepingVersions(6)
                .objecting(kind, "There is a reason.")
                .build();

        Verdict verdict = judge(state, policy(takeOver, OptionalDouble.empty(), SMALL_FILES, new HistoryTooLong(5)));

        assertThat(verdict.level()).isEqualTo(level);
        if (level == Verdict.Level.HEALTHY) {
            assertThat(verdict.told())
                    .extracting(Finding::code, Finding::text)
                    .containsExactly(tuple(Code.OWNER_MAINTAINS, "There is a reason"));
        }
    }

    @ParameterizedTest
    @EnumSource(OtherWriters.class)
    void writers_who_may_overwrite_commits_keep_all_work_off_until_the_owner_says_how_it_is_with_them(
            OtherWriters stated) {
        TestTable state = aTable().withFiles(10, SMALL)
                .objecting(Objection.Kind.WRITERS_MAY_OVERWRITE, "Spark writes here.")
                .build();
        Policy silent = policy(true, OptionalDouble.empty(), SMALL_FILES);
        Policy said = policy(false, OptionalDouble.empty(), Optional.of(stated), SMALL_FILES);

        assertThat(silent.reasonToLeaveAlone(state)).map(Objection::text).contains("Spark writes here.");
        assertThat(said.reasonToLeaveAlone(state)).isEmpty();
        assertThat(judge(state, said).level()).isEqualTo(Verdict.Level.WARNING);
    }

    @Test
    void an_owner_who_maintains_a_healthy_table_is_not_talked_of() {
        Verdict verdict = judge(
                aTable().withFiles(3, LARGE).objecting(Objection.Kind.OWNER_MAINTAINS, "There is a reason."),
                SMALL_FILES);

        assertThat(verdict.told()).extracting(Finding::code).containsExactly(Code.NOMINAL);
    }

    @Test
    void only_degraded_partitions_are_selected_where_the_owner_says_from_when_on() {
        TestTable state = aTable().inPartition("day", "1")
                .withFiles(7, SMALL)
                .withFiles(13, LARGE)
                .inPartition("day", "2")
                .withFiles(6, SMALL)
                .withFiles(14, LARGE)
                .build();
        Policy policy = policy(false, OptionalDouble.of(0.35), new DegradedPartitions(0.35));

        TableHealth health = TableHealth.measure(state, policy.measureFor(state, NOW));

        assertThat(health.partitions().stream().filter(p -> policy.selects(p, Policy.DEFAULT_TARGET)))
                .extracting(p -> p.partition().toString())
                .containsExactly("day=1");
    }

    @Test
    void every_code_that_asks_for_no_work_is_an_excuse() {
        assertThat(Code.values())
                .filteredOn(code -> code.work() == Code.Work.NONE)
                .containsExactly(Code.NOMINAL, Code.NOTHING_TO_GAIN, Code.OWNER_MAINTAINS, Code.BUSY_PARTITION);
        assertThat(Code.values()).hasSize(15);
    }

    private static Verdict judge(TableBuilder table, Rule... rules) {
        return judge(table.build(), policy(false, OptionalDouble.empty(), rules));
    }

    private static Verdict judge(TestTable state, Policy policy) {
        TableHealth health = TableHealth.measure(state, policy.measureFor(state, NOW));
        Trend trend = new Trend(1, 0, 0, NOW);
        return policy.judge(state, new Evidence(health, trend, Pending.NONE, Leftovers.NONE, Expirable.NONE, NOW));
    }

    private static Policy policy(boolean takeOver, OptionalDouble degradedFrom, Rule... rules) {
        return policy(takeOver, degradedFrom, Optional.empty(), rules);
    }

    private static Policy policy(
            boolean takeOver, OptionalDouble degradedFrom, Optional<OtherWriters> otherWriters, Rule... rules) {
        return new Policy(
                "nightly",
                "none",
                Mode.AUTO,
                List.of(rules),
                Bytes.ofMebibytes(32),
                Optional.empty(),
                OptionalDouble.empty(),
                degradedFrom,
                Optional.empty(),
                new Retention(Retention.FLOOR),
                RemovalMode.DRY_RUN,
                Optional.empty(),
                Optional.empty(),
                takeOver,
                Pace.DEFAULT,
                Proof.CONTENT,
                otherWriters);
    }
}
