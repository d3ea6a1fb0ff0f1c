/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.Pending;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import dev.sluice.core.testing.TableBuilder;
import dev.sluice.core.testing.TestTable;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are rewritten together, in which commit, and what is left to the next run. */
class GroupingTest {

    private static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");
    private static final Bytes SMALL = Bytes.ofMebibytes(1);

    @Test
    void a_partition_that_fits_into_a_commit_is_one_group() {
        MaintenancePlan plan = plan(aTable().withFiles(12, SMALL), "commit-bytes", "12MB");

        assertThat(groups(plan)).extracting(g -> g.inputs().size()).containsExactly(12);
    }

    @Test
    void a_larger_one_is_cut_from_the_oldest_file_to_the_newest() {
        MaintenancePlan plan = plan(aTable().withFiles(12, SMALL), "commit-bytes", "5MB");

        assertThat(plan.steps()).hasSize(3);
        assertThat(groups(plan))
                .extracting(g -> g.inputs().get(0).path(), g -> g.inputs().size())
                .containsExactly(
                        tuple("part-00000.parquet", 5), tuple("part-00005.parquet", 5), tuple("part-00010.parquet", 2));
    }

    @Test
    void no_file_is_rewritten_alone() {
        MaintenancePlan plan = plan(aTable().withFiles(11, SMALL), "commit-bytes", "5MB");

        assertThat(groups(plan)).extracting(g -> g.inputs().size()).containsExactly(5, 6);
    }

    @Test
    void unless_that_takes_deleted_rows_away() {
        MaintenancePlan plan =
                plan(aTable().withFiles(10, SMALL).deletedRowsPerFile(50).withFiles(1, SMALL), "commit-bytes", "5MB");

        assertThat(groups(plan)).extracting(g -> g.inputs().size()).containsExactly(5, 5, 1);
    }

    @ParameterizedTest
    @CsvSource({"1B", "1MB", "20MB"})
    void no_group_is_cut_so_small_that_it_would_get_no_better(String commit) {
        MaintenancePlan plan =
                plan(aTable().withFiles(20, Bytes.ofMebibytes(20)), "commit-bytes", commit, "target-file", "32MB");

        assertThat(groups(plan))
                .isNotEmpty()
                .allSatisfy(group ->
                        assertThat(group.outputs()).isLessThan(group.inputs().size()));
    }

    @Test
    void what_is_of_an_earlier_partitioning_comes_last_and_is_not_committed_with_other_files() {
        TableBuilder table = aTable();
        for (Partition.Field field : List.of(
                new Partition.Field("Day", "1"),
                new Partition.Field(Partition.EARLIER, "0"),
                new Partition.Field(Partition.EARLIER, "1"),
                new Partition.Field("day", "2"))) {
            table.inPartition(new Partition(List.of(field))).withFiles(3, SMALL);
        }

        MaintenancePlan plan = plan(table);

        assertThat(compactions(plan))
                .extracting(step -> step.groups().stream()
                        .map(group -> group.partition().toString())
                        .toList())
                .containsExactly(List.of("Day=1", "day=2"), List.of("_spec=0", "_spec=1"));
    }

    @Test
    void a_run_that_may_do_little_cuts_its_groups_to_that() {
        MaintenancePlan plan = plan(aTable().withFiles(24, SMALL), "max-bytes-per-run", "10MB");

        assertThat(groups(plan)).extracting(g -> g.inputs().size()).containsExactly(10);
        assertThat(plan.remaining()).isEqualTo(new Remaining(2, 14, Bytes.ofMebibytes(14)));
    }

    @Test
    void a_run_always_does_something() {
        MaintenancePlan plan = plan(aTable().withFiles(12, SMALL), "max-bytes-per-run", "1B");

        assertThat(groups(plan)).extracting(g -> g.inputs().size()).containsExactly(2);
        assertThat(plan.remaining().files()).isEqualTo(10);
    }

    @Test
    void what_is_planned_and_what_remains_is_all_there_is_whatever_the_limits() {
        Random random = new Random(20261129);
        int limited = 0;
        for (int i = 0; i < 500; i++) {
            TableBuilder table = someTable(random);
            List<PlannedFile> all = files(plan(table));
            long commit = 1L + random.nextInt(100);
            MaintenancePlan plan =
                    plan(table, "commit-bytes", commit + "MB", "max-bytes-per-run", (1 + random.nextInt(300)) + "MB");

            assertThat(files(plan)).as("table %d", i).doesNotHaveDuplicates().isSubsetOf(all);
            assertThat(files(plan).size() + plan.remaining().files())
                    .as("table %d", i)
                    .isEqualTo(all.size());
            assertThat(bytes(files(plan)) + plan.remaining().bytes().count())
                    .as("table %d", i)
                    .isEqualTo(bytes(all));
            assertThat(plan.isEmpty()).as("table %d", i).isEqualTo(all.isEmpty());
            limited += plan.remaining().groups() > 0 ? 1 : 0;
        }
        assertThat(limited).isGreaterThan(100);
    }

    @Test
    void a_commit_is_only_larger_than_asked_where_one_group_alone_is() {
        Random random = new Random(20261129);
        int several = 0;
        for (int i = 0; i < 500; i++) {
            long commit = Bytes.ofMebibytes(1L + random.nextInt(600)).count();
            MaintenancePlan plan = plan(someTable(random), "commit-bytes", commit + "B");
            for (Step.Compact step : compactions(plan)) {
                assertThat(step.groups().size() == 1 || step.bytes().count() <= commit)
                        .as("table %d", i)
                        .isTrue();
                several += step.groups().size() > 1 ? 1 : 0;
            }
        }
        assertThat(several).isGreaterThan(100);
    }

    @Test
    void a_step_is_narrowed_to_the_groups_whose_files_are_all_as_they_were() {
        TableBuilder table = aTable().inPartition("day", "1")
                .withFiles(6, SMALL)
                .inPartition("day", "2")
                .withFiles(6, SMALL)
                .inPartition("day", "3")
                .withFiles(6, SMALL);
        Step.Compact step = compactions(plan(table)).get(0);
        TestTable now = aTable().inPartition("day", "1")
                .withFiles(6, SMALL)
                .inPartition("day", "2")
                .withFiles(5, SMALL)
                .deletedRowsPerFile(1)
                .withFiles(1, SMALL)
                .deletedRowsPerFile(0)
                .inPartition("day", "3")
                .withFiles(6, SMALL)
                .without("part-00015.parquet")
                .build();

        Narrowed narrowed = step.narrowedTo(now);

        assertThat(narrowed.step().groups()).containsExactly(step.groups().get(0));
        assertThat(narrowed.step().target()).isEqualTo(step.target());
        assertThat(narrowed.dropped())
                .containsExactly(step.groups().get(1), step.groups().get(2));
    }

    private static TableBuilder someTable(Random random) {
        TableBuilder table = aTable();
        for (int partition = random.nextInt(5); partition >= 0; partition--) {
            table.inPartition("day", String.valueOf(partition));
            for (int kind = random.nextInt(4); kind >= 0; kind--) {
                table.deletedRowsPerFile((long) random.nextInt(3) * random.nextInt(50))
                        .withFiles(random.nextInt(12), Bytes.ofKibibytes(1 + random.nextInt(60_000)));
            }
        }
        return table;
    }

    private static List<PlannedFile> files(MaintenancePlan plan) {
        return groups(plan).stream().flatMap(g -> g.inputs().stream()).toList();
    }

    private static long bytes(List<PlannedFile> files) {
        return files.stream().mapToLong(f -> f.size().count()).sum();
    }

    private static List<FileGroup> groups(MaintenancePlan plan) {
        return compactions(plan).stream()
                .flatMap(step -> step.groups().stream())
                .toList();
    }

    private static List<Step.Compact> compactions(MaintenancePlan plan) {
        return plan.steps().stream().map(Step.Compact.class::cast).toList();
    }

    private static MaintenancePlan plan(TableBuilder table, String... inputs) {
        Map<String, String> all = new HashMap<>(
                Map.of("min-small-files", "1", "small-file-ratio", "0", "max-deleted-rows-percent", "20"));
        for (int i = 0; i < inputs.length; i += 2) {
            all.put(inputs[i], inputs[i + 1]);
        }
        Policy policy = Presets.named("delta-lake-table-health-gate").policy("nightly", all);
        TestTable state = table.build();
        TableHealth health = TableHealth.measure(state, policy.measureFor(state, NOW));
        Evidence evidence = new Evidence(health, Trend.NONE, Pending.NONE, Leftovers.NONE, Expirable.NONE, NOW);
        return Planner.plan(
                new Planner.Findings(
                        state, health, policy.judge(state, evidence), Leftovers.NONE, Expirable.NONE, List.of(), NOW),
                policy);
    }
}
