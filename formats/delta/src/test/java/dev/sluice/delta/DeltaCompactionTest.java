/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.TableState;
import dev.sluice.core.verify.Verifier;
import dev.sluice.delta.demo.DeltaDemo;
import dev.sluice.delta.kernel.KernelEngine;
import dev.sluice.delta.kernel.KernelPath;
import dev.sluice.storage.LocalStore;
import io.delta.kernel.TableManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo's table through plan and compaction, alone and against another writer. */
class DeltaCompactionTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private Location location;
    private DeltaPass pass;
    private LogWriter other;

    @BeforeEach
    void forty_commits_of_a_hundred_rows() {
        Path table = folder.resolve("orders");
        location = Location.local(table);
        new DeltaDemo(new LocalStore(), Clock.systemUTC()).write(location, committed -> {});
        pass = new DeltaPass(location, Clock.systemUTC());
        other = new LogWriter(table);
    }

    @Test
    void becomes_one_file_with_the_same_rows_and_a_second_pass_finds_nothing() {
        TableRows before = TableRows.of(location);

        MaintenancePlan plan = pass.plan();
        Change change = pass.compact(plan).change().orElseThrow();

        assertThat(plan.steps())
                .singleElement()
                .satisfies(step -> assertThat(((Step.Compact) step).groups())
                        .singleElement()
                        .extracting(FileGroup::outputs)
                        .isEqualTo(1L));
        assertThat(change.removed()).hasSize(40);
        assertThat(change.added()).hasSize(1);
        assertThat(change.version()).isEqualTo(40);
        assertThat(change.notes()).isEmpty();
        assertThat(TableRows.of(location)).isEqualTo(before);
        assertThat(Verifier.verify(pass.format, pass.table, change, pass.clock.instant())
                        .problems())
                .isEmpty();
        assertThat(pass.plan().isEmpty()).isTrue();
    }

    @Test
    void announces_every_file_before_it_is_written_and_puts_the_run_into_its_name() {
        Change change = pass.compact(pass.plan()).change().orElseThrow();

        assertThat(pass.written()).singleElement().satisfies(file -> {
            assertThat(file.name()).contains("20261129T000000-test");
            assertThat(location.relativize(file))
                    .isEqualTo(change.added().get(0).path());
        });
    }

    @Test
    void says_optimize_in_the_history_and_changes_no_data_by_the_logs_account() throws IOException {
        pass.compact(pass.plan());

        List<JsonNode> actions = other.commit(40);
        JsonNode info = actions.get(0).get("commitInfo");
        assertThat(info.get("operation").asText()).isEqualTo("OPTIMIZE");
        assertThat(info.get("operationMetrics").get("numRemovedFiles").asText()).isEqualTo("40");
        assertThat(info.get("operationMetrics").get("numAddedFiles").asText()).isEqualTo("1");
        assertThat(actions.stream().filter(a -> a.has("remove"))).hasSize(40).allSatisfy(a -> {
            assertThat(a.get("remove").get("dataChange").asBoolean()).isFalse();
            assertThat(a.get("remove").get("deletionTimestamp").asLong()).isPositive();
        });
        JsonNode add = actions.stream()
                .filter(a -> a.has("add"))
                .findFirst()
                .orElseThrow()
                .get("add");
        assertThat(add.get("dataChange").asBoolean()).isFalse();
        JsonNode stats = JSON.readTree(add.get("stats").asText());
        assertThat(stats.get("numRecords").asLong()).isEqualTo(4000);
        assertThat(stats.get("minValues").get("order_id").asLong()).isZero();
        assertThat(stats.get("maxValues").get("order_id").asLong()).isEqualTo(3999);
        assertThat(stats.get("maxValues").get("amount").asDouble()).isEqualTo(73.5);
        assertThat(stats.get("nullCount").get("amount").asLong()).isZero();
    }

    @Test
    void the_forty_old_files_are_unreferenced_and_none_is_eligible_before_the_retention_is_over() {
        pass.compact(pass.plan());

        Leftovers now = leftovers(Clock.systemUTC());
        Leftovers later = leftovers(Clock.offset(Clock.systemUTC(), Duration.ofDays(8)));

        assertThat(now.unreferenced()).isEqualTo(40);
        assertThat(now.eligible()).isEmpty();
        assertThat(later.unreferenced()).isEqualTo(40);
        assertThat(later.eligible()).hasSize(40);
    }

    @Test
    void a_longer_retention_of_the_tables_own_protects_its_files() throws IOException {
        other.property("delta.deletedFileRetentionDuration", "interval 30 days");
        pass.compact(pass.plan());

        assertThat(leftovers(Clock.offset(Clock.systemUTC(), Duration.ofDays(8)))
                        .eligible())
                .isEmpty();
        assertThat(leftovers(Clock.offset(Clock.systemUTC(), Duration.ofDays(31)))
                        .eligible())
                .hasSize(40);
    }

    @Test
    void a_file_that_was_never_in_the_table_is_eligible_once_it_is_old() throws IOException {
        Files.writeString(folder.resolve("orders/part-of-a-failed-job.parquet"), "x");
        Files.createDirectories(folder.resolve("orders/_hidden"));
        Files.writeString(folder.resolve("orders/_hidden/notes.txt"), "x");

        assertThat(leftovers(Clock.systemUTC()).eligible()).isEmpty();
        assertThat(leftovers(Clock.offset(Clock.systemUTC(), Duration.ofDays(8)))
                        .eligible())
                .singleElement()
                .satisfies(file -> assertThat(file.location().name()).isEqualTo("part-of-a-failed-job.parquet"));
    }

    private Leftovers leftovers(Clock clock) {
        DeltaPass aged = new DeltaPass(location, clock);
        return aged.format.leftovers(aged.format.inspect(aged.table), new Retention(Retention.FLOOR));
    }

    @Test
    void an_append_meanwhile_does_not_keep_the_commit_from_going_in() {
        MaintenancePlan plan = pass.plan();
        pass.meanwhile(() -> other.append("another.parquet", 7));

        Change change = pass.compact(plan).change().orElseThrow();

        assertThat(change.baseVersion()).isEqualTo(40);
        assertThat(change.version()).isEqualTo(41);
        assertThat(paths()).hasSize(2).contains("another.parquet");
    }

    @Test
    void an_append_between_plan_and_start_does_not_make_the_plan_stale() {
        MaintenancePlan plan = pass.plan();
        other.append("another.parquet", 7);

        assertThat(pass.compact(plan).change()).isPresent();
        assertThat(paths()).hasSize(2);
    }

    @Test
    void gives_way_to_a_writer_that_deleted_one_of_the_inputs_and_leaves_no_file_behind() {
        MaintenancePlan plan = pass.plan();
        String victim = paths().get(3);
        pass.meanwhile(() -> other.remove(victim));

        assertThat(pass.compact(plan).kind()).isEqualTo(StepOutcome.Kind.CONFLICTED);

        assertThat(paths()).hasSize(39).doesNotContain(victim);
        assertThat(pass.written()).hasSize(1).allSatisfy(this::isGone);
    }

    /** A vacuum without retention takes away what was live when we began. */
    @Test
    void gives_way_where_an_input_was_replaced_and_is_gone_before_it_is_read() {
        MaintenancePlan plan = pass.plan();
        String victim = paths().get(39);
        pass.meanwhile(() -> {
            other.remove(victim);
            delete(victim);
        });

        StepOutcome outcome = pass.compact(plan);

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(outcome.text())
                .startsWith("Another writer has replaced files of the plan while they were read: ")
                .contains("it is not there");
        assertThat(pass.written()).allSatisfy(this::isGone);
    }

    @Test
    void refuses_where_an_input_is_gone_and_still_live() {
        MaintenancePlan plan = pass.plan();
        String victim = paths().get(39);
        pass.meanwhile(() -> delete(victim));

        assertThatThrownBy(() -> pass.compact(plan))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED))
                .hasMessageContaining(victim)
                .hasMessageContaining("The table lists this file as live, but it is not there.");
        assertThat(pass.written()).allSatisfy(this::isGone);
    }

    private void delete(String path) {
        try {
            Files.delete(Path.of(location.resolve(path).path()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void gives_way_to_a_writer_that_added_an_input_anew_with_other_deletes() {
        MaintenancePlan plan = pass.plan();
        String victim = paths().get(3);
        pass.meanwhile(() -> other.readd(victim));

        StepOutcome outcome = pass.compact(plan);

        assertThat(outcome.kind()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(outcome.text()).contains(victim);
        assertThat(paths()).hasSize(40);
        assertThat(pass.written()).allSatisfy(this::isGone);
    }

    @Test
    void gives_way_to_a_writer_that_spells_an_inputs_path_in_another_way() {
        MaintenancePlan plan = pass.plan();
        String victim = paths().get(3);
        pass.meanwhile(() -> other.remove(victim.replace("-", "%2D")));

        assertThat(pass.compact(plan).kind()).isEqualTo(StepOutcome.Kind.CONFLICTED);
    }

    @Test
    void gives_way_to_another_compaction() {
        MaintenancePlan plan = pass.plan();
        TableRows before = TableRows.of(location);
        DeltaPass rival = new DeltaPass(location, Clock.systemUTC()).as("20261129T000000-rival");
        pass.meanwhile(() -> rival.compact(rival.plan()));

        assertThat(pass.compact(plan).kind()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(TableRows.of(location)).isEqualTo(before);
    }

    @Test
    void never_cleans_up_a_file_that_somebody_else_wrote_under_the_same_name() throws IOException {
        Path taken = folder.resolve("orders/part-00000-sluice-20261129T000000-test.snappy.parquet");
        Files.writeString(taken, "somebody else's");

        assertThatThrownBy(() -> pass.compact(pass.plan())).hasMessageContaining("there already");

        assertThat(taken).hasContent("somebody else's");
    }

    @Test
    void gives_way_to_a_change_of_the_tables_properties() {
        MaintenancePlan plan = pass.plan();
        pass.meanwhile(() -> other.property("owner", "somebody"));

        assertThat(pass.compact(plan).kind()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(pass.written()).allSatisfy(this::isGone);
    }

    @Test
    void gives_way_where_an_input_is_gone_or_the_properties_have_changed_before_it_starts() {
        MaintenancePlan plan = pass.plan();
        other.remove(paths().get(0));
        assertThat(pass.compact(plan).text()).contains("changed every group of files");

        MaintenancePlan another = pass.plan();
        other.property("owner", "somebody");
        assertThat(pass.compact(another).text()).contains("properties have changed");
        assertThat(pass.written()).isEmpty();
    }

    @Test
    void a_live_file_that_is_missing_is_named_and_nothing_is_changed() throws IOException {
        MaintenancePlan plan = pass.plan();
        String victim = paths().get(20);
        Files.delete(folder.resolve("orders").resolve(victim));

        assertThatThrownBy(() -> pass.compact(plan))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED))
                .hasMessageContaining(victim);

        assertThat(pass.format.inspect(pass.table).version()).isEqualTo(39);
        assertThat(pass.written()).allSatisfy(this::isGone);
    }

    @Test
    void the_size_that_the_table_asks_for_is_honoured() {
        other.property("delta.targetFileSize", "4kb");

        MaintenancePlan plan = pass.plan();
        Change change = pass.compact(plan).change().orElseThrow();

        assertThat(plan.intent().target().count()).isEqualTo(4096);
        assertThat(plan.intent().smallFile().count()).isEqualTo(4096);
        assertThat(change.added()).hasSizeGreaterThan(1);
        assertThat(pass.plan().isEmpty()).isTrue();
    }

    @Test
    void a_size_that_is_none_is_refused_by_name() {
        other.property("delta.targetFileSize", "large");

        assertThat(pass.format.inspect(pass.table).objections())
                .containsExactly(new Objection(
                        Objection.Kind.UNSUPPORTED,
                        "The property delta.targetFileSize asks for \"large\", which is no size of a file."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", " FALSE ", "no", ""})
    void a_property_of_the_table_switches_sluice_off(String value) {
        other.property("sluice.enabled", value);

        TableState state = pass.format.inspect(pass.table);

        assertThat(state.objections())
                .singleElement()
                .extracting(Objection::kind)
                .isEqualTo(Objection.Kind.SWITCHED_OFF);
        assertThat(pass.plan().isEmpty()).isTrue();
    }

    @Test
    void somebody_else_who_compacts_the_table_is_left_to_it() {
        other.operation(
                "OPTIMIZE", "Apache-Spark/4.1.3 Delta-Lake/4.4.0", Instant.now().minus(Duration.ofDays(3)));

        assertThat(pass.format.inspect(pass.table).objections()).singleElement().satisfies(objection -> {
            assertThat(objection.kind()).isEqualTo(Objection.Kind.OWNER_MAINTAINS);
            assertThat(objection.text()).contains("Apache-Spark/4.1.3", "3 days ago", "take-over=true");
        });
        assertThat(pass.plan().isEmpty()).isTrue();
    }

    @Test
    void somebody_who_compacted_the_table_before_its_newest_checkpoint_is_left_to_it_too() {
        other.operation(
                "OPTIMIZE", "Apache-Spark/4.1.3 Delta-Lake/4.4.0", Instant.now().minus(Duration.ofDays(3)));
        long version = pass.format.inspect(pass.table).version();
        checkpoint(version);
        other.operation("WRITE", "Apache-Spark/4.1.3 Delta-Lake/4.4.0", Instant.now());

        assertThat(pass.format.inspect(pass.table).objections())
                .extracting(Objection::kind)
                .containsExactly(Objection.Kind.OWNER_MAINTAINS);
    }

    private void checkpoint(long version) {
        KernelEngine engine = KernelEngine.on(new LocalStore());
        try {
            TableManager.loadSnapshot(KernelPath.text(location))
                    .atVersion(version)
                    .build(engine)
                    .writeCheckpoint(engine);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_compaction_of_our_own_or_one_of_long_ago_is_no_objection() {
        other.operation(
                "OPTIMIZE", "Apache-Spark/4.1.3 Delta-Lake/4.4.0", Instant.now().minus(Duration.ofDays(15)));
        pass.compact(pass.plan());

        assertThat(pass.format.inspect(pass.table).objections()).isEmpty();
    }

    @Test
    void symlink_manifests_are_refused_by_name() {
        other.property("delta.compatibility.symlinkFormatManifest.enabled", "true");

        assertThatThrownBy(pass::plan)
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining("symlink manifests");
    }

    private List<String> paths() {
        try (Stream<DataFile> files = pass.format.inspect(pass.table).files()) {
            return files.map(DataFile::path).sorted().toList();
        }
    }

    private void isGone(Location file) {
        assertThat(Path.of(file.path())).doesNotExist();
    }
}
