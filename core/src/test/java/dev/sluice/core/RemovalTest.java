/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.TestGate.nightly;
import static dev.sluice.core.TestGate.partitions;
import static dev.sluice.core.testing.Approvers.NO;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.Approvers.yesAfter;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.RemovedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.Objection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that nothing refers to are removed where their owner asked for it, and never before the rest was verified. */
class RemovalTest {

    private static final String APPLY = "vacuum-mode=APPLY";

    private final TestGate bench = new TestGate(partitions(2));
    private final TestGate healthy = new TestGate(aTable().withFiles(4, Bytes.ofMebibytes(200)));

    @Test
    void files_are_removed_after_the_compaction_is_verified() {
        List<StoredFile> old = bench.liesAbout(2);

        RunReport report = bench.pass(YES, APPLY);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.eventsOf("compact |verify|remove |removes|look|list"))
                .containsExactly(
                        "list STARTED",
                        "list DONE",
                        "compact STARTED",
                        "compact DONE",
                        "verify STARTED",
                        "verify DONE",
                        "look STARTED",
                        "look DONE",
                        "remove STARTED",
                        "removes, as approved by ada",
                        "remove DONE");
        assertThat(old).noneMatch(file -> bench.format.stillHolds(file.location()));
        assertThat(report.summary()).isEqualTo("Merged 24 files into 2. Removed 2 files.");
    }

    @Test
    void what_was_found_and_what_is_gone_is_told_in_numbers() {
        bench.liesAbout(2);

        JsonNode json = ReportJson.of(bench.pass(YES, APPLY));

        assertThat(json.at("/outputs/vacuum").toString())
                .isEqualTo("{\"unreferenced_files\":3,\"unreferenced_bytes\":3145728,\"eligible_files\":2,"
                        + "\"eligible_bytes\":2097152,\"archived_files\":0,\"deleted_files\":2,\"deleted_bytes\":2097152,"
                        + "\"failed_files\":0,\"kept_files\":0}");
        assertThat(json.at("/plan/steps/1/text").asText())
                .isEqualTo("remove 2 unreferenced files older than 2026-11-22T03:00:00Z");
        assertThat(json.at("/plan/steps/1/final").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"vacuum-mode=DRY_RUN", "mode=auto"})
    void nothing_is_removed_that_nobody_asked_to_remove(String input) {
        List<StoredFile> old = healthy.liesAbout(2);

        RunReport report = healthy.pass(YES, input);

        assertThat(report.status()).isEqualTo(Status.HEALTHY);
        assertThat(report.plan().orElseThrow().isEmpty()).isTrue();
        assertThat(old).allMatch(file -> healthy.format.stillHolds(file.location()));
        assertThat(ReportJson.of(report).at("/outputs/vacuum/eligible_files").asLong())
                .isEqualTo(2);
        assertThat(ReportJson.of(report).at("/outputs/vacuum/deleted_files").asLong())
                .isZero();
    }

    @Test
    void a_proposal_lists_what_a_dry_run_would_not_remove() {
        bench.liesAbout(2);

        assertThat(bench.gate().plan(ORDERS, nightly()).leftovers().eligible()).hasSize(2);
        assertThat(bench.gate().plan(ORDERS, nightly()).plan().finalSteps()).isZero();
        assertThat(bench.gate().plan(ORDERS, nightly(APPLY)).plan().finalSteps())
                .isEqualTo(1);
    }

    @Test
    void files_are_removed_even_where_nothing_is_to_be_compacted() {
        List<StoredFile> old = healthy.liesAbout(2);

        RunReport report = healthy.pass(YES, APPLY);

        assertThat(report.status()).isEqualTo(Status.CLEANED);
        assertThat(report.summary()).isEqualTo("Removed 2 files.");
        assertThat(old).noneMatch(file -> healthy.format.stillHolds(file.location()));
        assertThat(healthy.format.versions()).hasSize(1);
        JsonNode json = ReportJson.of(report);
        assertThat(json.get("status").asText()).isEqualTo("CLEANED");
        assertThat(json.at("/reasons/0/code").asText()).isEqualTo("VACUUM_ELIGIBLE");
        assertThat(json.at("/outputs/compact/compacted").asBoolean()).isFalse();
        assertThat(json.at("/outputs/vacuum/deleted_files").asLong()).isEqualTo(2);
        assertThat(healthy.eventsOf("list STARTED|look STARTED")).hasSize(1);
    }

    @Test
    void the_list_is_exactly_that_of_the_plan_and_what_became_eligible_meanwhile_waits() {
        List<StoredFile> old = bench.liesAbout(2);
        bench.format.script().after(() -> bench.liesAbout(5));

        RunReport report = bench.pass(YES, APPLY);

        assertThat(removals(report.plan().orElseThrow()).get(0).files())
                .extracting(RemovedFile::location)
                .containsExactly(
                        old.get(0).location().toString(), old.get(1).location().toString());
        assertThat(report.removal().orElseThrow().deleted())
                .containsExactly(old.get(0).location(), old.get(1).location());
        assertThat(bench.format.stillHolds(bench.format.locationOf("old-00002.parquet")))
                .isTrue();
        JsonNode vacuum = ReportJson.of(report).at("/outputs/vacuum");
        assertThat(vacuum.get("eligible_files").asLong()).isEqualTo(5);
        assertThat(vacuum.get("deleted_files").asLong()).isEqualTo(2);
    }

    private static List<Step.Remove> removals(MaintenancePlan plan) {
        return plan.steps().stream()
                .filter(step -> step.kind() == Step.Kind.REMOVE)
                .map(Step.Remove.class::cast)
                .toList();
    }

    @Test
    void nothing_is_removed_after_a_check_that_failed() {
        nothingIsRemovedAfter(Status.PARTIAL, gate -> gate.format.script().mergesAndLoses(1));
    }

    @Test
    void nothing_is_removed_after_a_conflict() {
        nothingIsRemovedAfter(
                Status.CONFLICTED,
                gate -> gate.format.script().ends(new StepOutcome.Conflicted("Another was faster.")));
    }

    @Test
    void nothing_is_removed_after_a_commit_that_nobody_can_tell_of() {
        nothingIsRemovedAfter(
                Status.UNKNOWN, gate -> gate.format.script().ends(new StepOutcome.Unknown("The answer was lost.")));
    }

    @Test
    void nothing_is_removed_after_a_refusal() {
        nothingIsRemovedAfter(
                Status.FAILED,
                gate -> gate.format.script().fails(new GateException(Fault.STORAGE, "orders", "Timed out.")));
    }

    @Test
    void nothing_is_removed_where_the_plan_is_stale() {
        List<StoredFile> old = bench.liesAbout(2);

        RunReport report = bench.pass(
                yesAfter(() -> bench.format.commit(
                        partitions(2).withFingerprint("schema-2").atVersion(2).build())),
                APPLY,
                "yield=false");

        assertThat(report.failure().orElseThrow().fault()).isEqualTo(Fault.PLAN_STALE);
        assertThat(old).allMatch(file -> bench.format.stillHolds(file.location()));
    }

    private void nothingIsRemovedAfter(Status end, Consumer<TestGate> script) {
        List<StoredFile> old = bench.liesAbout(2);
        script.accept(bench);

        assertThat(bench.pass(YES, APPLY, "yield=false").status()).isEqualTo(end);
        assertThat(bench.eventsOf("removes")).isEmpty();
        assertThat(old).allMatch(file -> bench.format.stillHolds(file.location()));
    }

    @Test
    void nothing_is_removed_that_somebody_declined() {
        List<StoredFile> old = healthy.liesAbout(2);

        assertThat(healthy.pass(NO, APPLY).status()).isEqualTo(Status.DECLINED);
        assertThat(old).allMatch(file -> healthy.format.stillHolds(file.location()));
    }

    @Test
    void nothing_is_removed_from_a_table_that_its_owner_has_switched_off() {
        TestGate off = new TestGate(aTable().withFiles(4, Bytes.ofMebibytes(200))
                .objecting(Objection.Kind.SWITCHED_OFF, "The property sluice.enabled is false."));
        off.liesAbout(2);

        assertThat(off.pass(YES, APPLY).status()).isEqualTo(Status.HEALTHY);
        assertThat(off.eventsOf("removes")).isEmpty();
    }

    @Test
    void files_that_the_store_did_not_delete_are_no_success() {
        List<StoredFile> old = healthy.liesAbout(3);
        healthy.format.script().ends(removed(old, "Removed 1 of 3 files."));

        RunReport report = healthy.pass(YES, APPLY);

        assertThat(report.status()).isEqualTo(Status.PARTIAL);
        assertThat(report.failure().orElseThrow().step()).isEqualTo("remove");
        assertThat(report.failure().orElseThrow().committed()).isEqualTo("Nothing was committed. 1 file was removed.");
        assertThat(report.summary())
                .isEqualTo("STORAGE: 1 of 2 files could not be removed, for example %s: Access denied."
                        .formatted(old.get(1).location()));
        JsonNode vacuum = ReportJson.of(report).at("/outputs/vacuum");
        assertThat(vacuum.get("deleted_files").asLong()).isEqualTo(1);
        assertThat(vacuum.get("failed_files").asLong()).isEqualTo(1);
        assertThat(vacuum.get("kept_files").asLong()).isEqualTo(1);
    }

    @Test
    void a_compaction_stays_one_where_a_file_could_not_be_removed_after_it() {
        List<StoredFile> old = bench.liesAbout(3);
        bench.format.script().after(() -> {});
        bench.format.script().ends(removed(old, "Removed 1 of 3 files."));

        RunReport report = bench.pass(YES, APPLY);

        assertThat(report.status()).isEqualTo(Status.PARTIAL);
        assertThat(report.failure().orElseThrow().committed())
                .isEqualTo("The compaction was committed as version 2. 1 file was removed.");
        assertThat(report.after().orElseThrow().files()).isEqualTo(2);
    }

    @Test
    void where_no_file_at_all_could_be_removed_the_run_failed() {
        StoredFile old = healthy.liesAbout(1).get(0);
        Removal.Kept denied = new Removal.Kept(old.location(), "Access denied.");
        healthy.format
                .script()
                .ends(new StepOutcome.Removed(
                        new Removal(List.of(), Bytes.ZERO, List.of(), List.of(denied)), "Removed 0 of 1 files."));

        assertThat(healthy.pass(YES, APPLY).status()).isEqualTo(Status.FAILED);
    }

    private static StepOutcome removed(List<StoredFile> files, String text) {
        return new StepOutcome.Removed(
                new Removal(
                        List.of(files.get(0).location()),
                        files.get(0).size(),
                        List.of(new Removal.Kept(files.get(2).location(), "The table refers to it again.")),
                        List.of(new Removal.Kept(files.get(1).location(), "Access denied."))),
                text);
    }

    @Test
    void a_second_pass_plans_commits_and_deletes_nothing() {
        bench.liesAbout(2);
        bench.pass(YES, APPLY);
        bench.events.clear();

        RunReport second = bench.pass(YES, APPLY);

        assertThat(second.status()).isEqualTo(Status.HEALTHY);
        assertThat(second.plan().orElseThrow().steps()).isEmpty();
        assertThat(bench.eventsOf("compacts|removes|discards|keeps|goes by|writes|approve|settled"))
                .isEmpty();
    }

    @Test
    void the_same_plan_made_later_has_the_same_name() {
        bench.liesAbout(2);
        MaintenancePlan first = bench.gate().plan(ORDERS, nightly(APPLY)).plan();
        bench.clock.advance(Duration.ofMinutes(7));
        MaintenancePlan second = bench.gate().plan(ORDERS, nightly(APPLY)).plan();

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(removals(first))
                .extracting(Step.Remove::olderThan, Step.Remove::bytes)
                .containsExactly(tuple(Instant.parse("2026-11-22T03:00:00Z"), Bytes.ofMebibytes(2)));
    }
}
