/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.Pending;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.testing.TableBuilder;
import dev.sluice.core.testing.TestTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlannerTest {

    private static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");
    private static final Bytes SMALL = Bytes.ofMebibytes(1);
    private static final Bytes LARGE = Bytes.ofMebibytes(200);

    @Test
    void small_files_are_merged_partition_by_partition_and_large_ones_are_left() {
        MaintenancePlan plan = plan(aTable().inPartition("day", "2")
                .withFiles(6, SMALL)
                .inPartition("day", "1")
                .withFiles(1, LARGE)
                .withFiles(5, SMALL));

        assertThat(groups(plan))
                .extracting(g -> g.partition().toString(), g -> g.inputs().size(), FileGroup::outputs)
                .containsExactly(tuple("day=1", 5, 1L), tuple("day=2", 6, 1L));
        assertThat(groups(plan).get(0).inputs())
                .extracting(PlannedFile::path)
                .containsExactly(
                        "part-00007.parquet",
                        "part-00008.parquet",
                        "part-00009.parquet",
                        "part-00010.parquet",
                        "part-00011.parquet");
        assertThat(plan.version()).isEqualTo(1);
        assertThat(plan.fingerprint()).isEqualTo("schema-1");
        assertThat(plan.leftAlone()).isEmpty();
        assertThat(plan.finalSteps()).isZero();
    }

    @Test
    void a_partition_that_would_get_no_fewer_files_is_not_touched() {
        MaintenancePlan plan = plan(aTable().inPartition("day", "1")
                .withFiles(1, SMALL)
                .inPartition("day", "2")
                .withFiles(12, SMALL));

        assertThat(groups(plan)).extracting(g -> g.partition().toString()).containsExactly("day=2");
    }

    @Test
    void a_file_that_the_table_lists_twice_is_left_alone_and_named() {
        TableBuilder table = aTable().inPartition("day", "1").withFiles(12, SMALL);
        DataFile twice = table.build().files().findFirst().orElseThrow();
        MaintenancePlan plan = plan(table.withFile(twice));

        assertThat(groups(plan).get(0).inputs())
                .extracting(PlannedFile::path)
                .hasSize(11)
                .doesNotContain(twice.path());
        assertThat(plan.leftAlone())
                .filteredOn(left -> left.subject().equals(twice.path()))
                .extracting(LeftAlone::text)
                .containsExactly(
                        "The table lists this file 2 times, so that its rows count as often; a rewrite would not"
                                + " know which of them are meant");
    }

    @Test
    void nothing_is_rewritten_where_a_partition_gets_no_better_without_the_files_that_are_listed_twice() {
        TableBuilder table = aTable().inPartition("day", "1").withFiles(12, SMALL);
        List<DataFile> all = table.build().files().toList();
        all.subList(0, 11).forEach(table::withFile);

        MaintenancePlan plan = plan(table);

        assertThat(plan.isEmpty()).isTrue();
        assertThat(plan.leftAlone())
                .extracting(LeftAlone::subject)
                .containsSubsequence("part-00000.parquet", "part-00010.parquet");
    }

    @Test
    void partitions_that_look_alike_are_never_mixed() {
        MaintenancePlan plan = plan(aTable().inPartition("day", null)
                .withFiles(6, SMALL)
                .inPartition("day", "null")
                .withFiles(6, SMALL));

        assertThat(groups(plan))
                .hasSize(2)
                .allSatisfy(group -> assertThat(group.inputs()).hasSize(6));
        assertThat(groups(plan).get(0).partition())
                .hasToString(groups(plan).get(1).partition().toString())
                .isNotEqualTo(groups(plan).get(1).partition());
    }

    @Test
    void a_group_becomes_as_many_files_as_its_bytes_fill() {
        MaintenancePlan plan = plan(aTable().withFiles(21, Bytes.ofMebibytes(30)));

        assertThat(groups(plan).get(0).outputs()).isEqualTo(5);
        Step.Compact step = (Step.Compact) plan.steps().get(0);
        assertThat(step.inputs()).isEqualTo(21);
        assertThat(step.outputs()).isEqualTo(5);
        assertThat(step.bytes()).isEqualTo(Bytes.ofMebibytes(630));
        assertThat(step.target()).isEqualTo(Bytes.ofMebibytes(128));
    }

    @Test
    void a_large_file_with_many_deleted_rows_is_rewritten_too_where_the_owner_says_so() {
        TableBuilder table = aTable().withFiles(1, LARGE)
                .deletedRowsPerFile(20)
                .withFiles(1, LARGE)
                .deletedRowsPerFile(19)
                .withFiles(1, LARGE);

        assertThat(plan(table).isEmpty()).isTrue();
        MaintenancePlan plan = plan(table, Map.of("max-deleted-rows-percent", "13"));
        assertThat(groups(plan).get(0).inputs())
                .extracting(PlannedFile::path, PlannedFile::deletes)
                .containsExactly(tuple("part-00001.parquet", "dv-20"), tuple("part-00002.parquet", "dv-19"));
        assertThat(groups(plan).get(0).deletedRows()).isEqualTo(39);
    }

    @Test
    void only_files_at_the_limit_of_deleted_rows_are_taken() {
        TableBuilder table = aTable().deletedRowsPerFile(40)
                .withFiles(1, LARGE)
                .deletedRowsPerFile(19)
                .withFiles(1, LARGE);

        MaintenancePlan plan = plan(table, Map.of("max-deleted-rows-percent", "20"));

        assertThat(groups(plan).get(0).inputs()).extracting(PlannedFile::path).containsExactly("part-00000.parquet");
    }

    @Test
    void files_that_must_be_left_alone_are_left_with_the_reason() {
        MaintenancePlan plan = plan(aTable().withFiles(12, SMALL)
                .leftAlone("they are clustered")
                .withFiles(2, SMALL)
                .leftAlone("it is encrypted")
                .withFiles(1, SMALL)
                .withFiles(1, LARGE));

        assertThat(groups(plan).get(0).inputs()).hasSize(12);
        assertThat(plan.leftAlone())
                .containsExactly(
                        new LeftAlone(
                                Code.NOTHING_TO_GAIN,
                                "fake:/lake/orders",
                                "1 small file is left alone: it is encrypted"),
                        new LeftAlone(
                                Code.NOTHING_TO_GAIN,
                                "fake:/lake/orders",
                                "2 small files are left alone: they are clustered"));
    }

    @Test
    void where_there_is_nothing_to_gain_the_plan_is_empty_and_says_why() {
        TableBuilder table = aTable();
        for (int day = 0; day < 12; day++) {
            table.inPartition("day", String.valueOf(day)).withFiles(1, SMALL);
        }

        MaintenancePlan plan = plan(table);

        assertThat(plan.isEmpty()).isTrue();
        assertThat(plan.leftAlone())
                .containsExactly(new LeftAlone(
                        Code.NOTHING_TO_GAIN,
                        "fake:/lake/orders",
                        "Compaction towards 128.0 MiB would leave no partition of 12 with fewer files or fewer"
                                + " deleted rows"));
    }

    @Test
    void a_table_that_somebody_else_maintains_is_left_with_the_reason() {
        MaintenancePlan plan = plan(aTable().withFiles(12, SMALL)
                .objecting(Objection.Kind.OWNER_MAINTAINS, "Spark ran OPTIMIZE 2 days ago."));

        assertThat(plan.isEmpty()).isTrue();
        assertThat(plan.leftAlone())
                .containsExactly(
                        new LeftAlone(Code.OWNER_MAINTAINS, "fake:/lake/orders", "Spark ran OPTIMIZE 2 days ago"));
    }

    @Test
    void what_sluice_does_not_write_safely_is_refused_once_there_is_work() {
        TableBuilder fine =
                aTable().withFiles(3, LARGE).objecting(Objection.Kind.UNSUPPORTED, "The table uses UniForm.");
        assertThat(plan(fine).isEmpty()).isTrue();

        TableBuilder due = fine.withFiles(12, SMALL);
        assertThatThrownBy(() -> plan(due)).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
            assertThat(e.reason()).isEqualTo("The table uses UniForm.");
        });
    }

    @Test
    void a_table_that_asks_for_files_below_the_small_limit_is_measured_by_its_own_size() {
        TableBuilder table = aTable().withFiles(24, Bytes.ofMebibytes(16)).preferringFilesOf(Bytes.ofMebibytes(16));
        assertThat(plan(table).isEmpty()).isTrue();

        MaintenancePlan plan = plan(table.withFiles(24, Bytes.ofMebibytes(4)));
        assertThat(groups(plan).get(0).inputs()).hasSize(24);
        assertThat(groups(plan).get(0).outputs()).isEqualTo(6);
        assertThat(plan.intent().smallFile()).isEqualTo(Bytes.ofMebibytes(16));
        assertThat(plan.intent().target()).isEqualTo(Bytes.ofMebibytes(16));
    }

    @Test
    void only_partitions_inside_the_filter_are_measured_and_planned() {
        TableBuilder table = aTable().partitionedBy("day", PartitionColumn.Kind.DATE)
                .inPartition("day", "2026-11-01")
                .withFiles(12, SMALL)
                .inPartition("day", "2026-11-28")
                .withFiles(15, SMALL);

        MaintenancePlan plan = plan(table, Map.of("where", "day >= today - 7d"));

        assertThat(groups(plan)).extracting(g -> g.inputs().size()).containsExactly(15);
        assertThat(plan.intent().where()).contains("day >= today - 7d");
    }

    @Test
    void the_same_table_gives_the_same_plan_in_whatever_order_its_files_come() {
        TableBuilder table = aTable().inPartition("day", "1")
                .withFiles(12, SMALL)
                .leftAlone("a")
                .withFiles(1, SMALL)
                .leftAlone("b")
                .withFiles(1, SMALL);
        TestTable state = table.build();
        List<DataFile> turned = new ArrayList<>(state.dataFiles());
        Collections.reverse(turned);
        TableBuilder reversed = aTable();
        turned.forEach(reversed::withFile);

        assertThat(plan(reversed).hash()).isEqualTo(plan(table).hash());
        assertThat(plan(reversed).id()).isEqualTo("p" + plan(table).hash().substring(0, 8));
    }

    @Test
    void the_hash_speaks_of_what_is_done_and_not_of_when_it_was_planned() {
        TableBuilder table = aTable().withFiles(12, SMALL);
        MaintenancePlan plan = plan(table);

        MaintenancePlan later = new MaintenancePlan(
                plan.table(),
                plan.version(),
                plan.fingerprint(),
                plan.intent(),
                plan.steps(),
                plan.leftAlone(),
                plan.remaining(),
                NOW.plusSeconds(60));
        assertThat(later.hash()).isEqualTo(plan.hash());
        assertThat(plan(table.withFiles(1, SMALL)).hash()).isNotEqualTo(plan.hash());
        assertThat(plan(aTable().withFiles(12, SMALL).atVersion(2)).hash()).isNotEqualTo(plan.hash());
        assertThat(plan(aTable().withFiles(12, SMALL), Map.of("target-file", "64MB"))
                        .hash())
                .isNotEqualTo(plan.hash());
    }

    @Test
    void the_hash_of_a_given_plan_is_the_same_on_every_machine() {
        assertThat(plan(aTable().inPartition("day", null).withFiles(12, SMALL)).hash())
                .isEqualTo("ebeec477040a7eba35f242a5f55dcc46a8352dc7862c29598bfc06019222ae15");
    }

    @Test
    void appends_do_not_make_a_plan_stale() {
        MaintenancePlan plan = plan(aTable().withFiles(12, SMALL));

        assertThat(plan.reasonItIsStale(
                        aTable().withFiles(20, SMALL).atVersion(9).build()))
                .isEmpty();
    }

    @Test
    void neither_do_deletes_in_files_that_are_not_rewritten() {
        MaintenancePlan plan = plan(aTable().withFiles(12, SMALL).withFiles(1, LARGE));

        assertThat(plan.reasonItIsStale(aTable().withFiles(12, SMALL)
                        .deletedRowsPerFile(1)
                        .withFiles(1, LARGE)
                        .atVersion(2)
                        .build()))
                .isEmpty();
    }

    @Test
    void a_plan_of_which_no_group_is_left_is_stale() {
        MaintenancePlan plan = plan(aTable().withFiles(12, SMALL));

        assertThat(plan.reasonItIsStale(aTable().withFiles(12, SMALL)
                        .without("part-00003.parquet")
                        .atVersion(7)
                        .build()))
                .contains(("Plan %s was made for version 1; the table is now at version 7, and of every group of files"
                                + " to rewrite, one is gone or has other deletes.")
                        .formatted(plan.id()));
    }

    @Test
    void other_deletes_on_a_file_count_as_if_it_were_gone() {
        MaintenancePlan plan = plan(aTable().withFiles(12, SMALL));

        assertThat(plan.reasonItIsStale(aTable().withFiles(11, SMALL)
                        .deletedRowsPerFile(1)
                        .withFiles(1, SMALL)
                        .atVersion(2)
                        .build()))
                .isPresent();
    }

    @Test
    void another_schema_makes_a_plan_stale_even_at_the_same_version() {
        MaintenancePlan plan = plan(aTable().withFiles(12, SMALL));

        assertThat(plan.reasonItIsStale(aTable().withFiles(12, SMALL)
                        .withFingerprint("schema-2")
                        .build()))
                .hasValueSatisfying(
                        reason -> assertThat(reason)
                                .contains(
                                        "it is another table of that name, or its schema, partitioning or properties have changed since"));
    }

    @ParameterizedTest
    @EnumSource(Step.Kind.class)
    void a_plan_knows_what_it_does(Step.Kind kind) {
        assertThat(plan(aTable()).does(kind)).isFalse();
        assertThat(plan(aTable().withFiles(12, SMALL)).does(kind)).isEqualTo(kind == Step.Kind.COMPACT);
    }

    @Test
    void an_unpartitioned_table_is_one_partition() {
        assertThat(groups(plan(aTable().withFiles(12, SMALL))))
                .extracting(FileGroup::partition)
                .containsExactly(Partition.WHOLE_TABLE);
    }

    private static List<FileGroup> groups(MaintenancePlan plan) {
        assertThat(plan.steps()).hasSize(1);
        return ((Step.Compact) plan.steps().get(0)).groups();
    }

    private static MaintenancePlan plan(TableBuilder table) {
        return plan(table, Map.of());
    }

    private static MaintenancePlan plan(TableBuilder table, Map<String, String> inputs) {
        Policy policy = Presets.named("delta-lake-table-health-gate").policy("nightly", inputs);
        TestTable state = table.build();
        TableHealth health = TableHealth.measure(state, policy.measureFor(state, NOW));
        Evidence evidence = new Evidence(health, Trend.NONE, Pending.NONE, Leftovers.NONE, Expirable.NONE, NOW);
        return Planner.plan(
                new Planner.Findings(
                        state, health, policy.judge(state, evidence), Leftovers.NONE, Expirable.NONE, List.of(), NOW),
                policy);
    }
}
