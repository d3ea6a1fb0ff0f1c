/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Relisting;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.table.Manifest;
import dev.sluice.core.table.SmallManifests;
import dev.sluice.core.verify.Verifier;
import dev.sluice.iceberg.Entries;
import dev.sluice.iceberg.Events;
import dev.sluice.iceberg.IcebergFormat;
import dev.sluice.iceberg.IcebergPass;
import dev.sluice.iceberg.OnePassage;
import dev.sluice.iceberg.table.CommitAttempt;
import dev.sluice.iceberg.table.OurCommits;
import dev.sluice.iceberg.version.IcebergState;
import dev.sluice.iceberg.version.ManifestListing;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.WatchedPassage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteManifests;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small manifests are rewritten into fewer when it pays, and list exactly what they listed before. */
class IcebergManifestsTest {

    private static final String DAY = Events.DAYS.get(0);

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();
    private final Random names = new Random(32);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void the_manifests_of_many_appends_become_one_that_lists_the_same(int version) {
        Events events = Events.create(folder.resolve("t"), version, 6);
        List<String> rows = events.rows();
        List<String> entries = Entries.of(events.table());
        assertThat(dataManifests(events)).hasSize(12);

        StepOutcome outcome = rewrite(planned(events));

        Relisting account = outcome.relisting().orElseThrow();
        assertThat(outcome.text())
                .isEqualTo("Rewrote 12 manifests into 1 and committed version %d."
                        .formatted(account.change().version()));
        assertThat(account.taken()).isEqualTo(12);
        assertThat(account.put()).isEqualTo(1);
        assertThat(account.bytesPut()).isLessThan(account.bytesTaken());
        assertThat(Verifier.verify(format, events.ref(), account.change(), Instant.now())
                        .problems())
                .isEmpty();
        assertThat(Entries.of(events.table())).isEqualTo(entries);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(dataManifests(events)).hasSize(1);
        assertThat(events.table().currentSnapshot().summary())
                .containsEntry("sluice.run", IcebergPass.RUN + "-manifests")
                .containsEntry("total-data-files", "12")
                .containsKey(OurCommits.COMMIT);
        assertThat(small(events)).as("the second run").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void every_manifest_keeps_to_its_spec_and_every_delete_to_its_files(int version) {
        Events events = Events.create(folder.resolve("t"), version, 6);
        DataFile first = events.files().get(0);
        events.deletePositions(first, 1, 2);
        events.deleteIds(DAY, 20, 21);
        events.table().updateSpec().removeField("day").commit();
        Events later = Events.at(events.folder());
        for (int i = 0; i < 11; i++) {
            later.append(DAY);
        }
        set(later, "commit.manifest-merge.enabled", "false"); // else Iceberg merges those of the older spec
        later.table()
                .newRowDelta()
                .addDeletes(later.writeEqualityDeletesEverywhere(3, 53))
                .commit();
        set(later, "commit.manifest-merge.enabled", "true");
        List<String> rows = later.rows();
        List<String> entries = Entries.of(later.table());
        Map<String, List<String>> deletes = Entries.deletes(later.table());
        List<ManifestFile> ofDeletes =
                later.table().currentSnapshot().deleteManifests(later.table().io());
        assertThat(ofDeletes).hasSizeGreaterThan(1);

        Relisting account = rewrite(planned(later)).relisting().orElseThrow();

        assertThat(account.taken()).isEqualTo(23);
        assertThat(account.put()).isEqualTo(2);
        assertThat(dataManifests(later))
                .extracting(ManifestFile::partitionSpecId)
                .containsExactlyInAnyOrder(0, 1);
        assertThat(Entries.of(later.table())).isEqualTo(entries);
        assertThat(Entries.deletes(later.table())).isEqualTo(deletes);
        assertThat(later.rows()).isEqualTo(rows);
        assertThat(later.table().currentSnapshot().deleteManifests(later.table().io()))
                .containsExactlyInAnyOrderElementsOf(ofDeletes);
    }

    @Test
    void only_the_spec_that_has_enough_of_them_is_rewritten() {
        Events events = Events.create(folder.resolve("t"), 2, 4);
        events.table().updateSpec().removeField("day").commit();
        Events later = Events.at(events.folder());
        for (int i = 0; i < ManifestListing.ENOUGH; i++) {
            later.append(DAY);
        }

        Relisting account = rewrite(planned(later)).relisting().orElseThrow();

        assertThat(account.taken()).isEqualTo(10);
        assertThat(dataManifests(later)).hasSize(9);
    }

    @Test
    void one_less_than_enough_stays() {
        Events events = Events.create(folder.resolve("t"), 2, 4);
        events.append(DAY);
        assertThat(small(events)).isEmpty();

        events.append(DAY);

        assertThat(small(events)).hasSize(ManifestListing.ENOUGH);
    }

    @Test
    void a_manifest_is_small_below_a_quarter_of_the_size_that_the_table_wants() {
        Events events = Events.create(folder.resolve("t"), 2, 5);
        long largest = dataManifests(events).stream()
                .mapToLong(ManifestFile::length)
                .max()
                .orElseThrow();

        set(events, "commit.manifest.target-size-bytes", Long.toString(4 * largest));
        assertThat(small(events)).isEmpty();
        set(events, "commit.manifest.target-size-bytes", Long.toString(4 * largest + 4));
        assertThat(small(events)).hasSize(10);
        assertThat(IcebergPass.newest(format, events.ref())
                        .smallManifests(Set.of(), 0)
                        .orElseThrow()
                        .target()
                        .count())
                .isEqualTo(4 * largest + 4);
    }

    @Test
    void a_table_whose_owner_wants_no_merging_is_left_as_it_is() {
        Events events = Events.create(folder.resolve("t"), 2, 5);
        MaintenancePlan plan = planned(events);
        set(events, "commit.manifest-merge.enabled", "false");
        long version = events.table().currentSnapshot().snapshotId();

        assertThat(small(events)).isEmpty();
        assertThat(rewrite(plan).text())
                .isEqualTo("The table's schema, partitioning or properties have changed since plan %s was made;"
                                .formatted(plan.id())
                        + " its manifests stay as they are.");
        assertThat(events.table().currentSnapshot().snapshotId()).isEqualTo(version);
    }

    @Test
    void an_append_that_came_since_the_plan_keeps_its_manifest() {
        Events events = Events.create(folder.resolve("t"), 3, 5);
        MaintenancePlan plan = planned(events);
        events.append(DAY);
        String appended = dataManifests(events).get(0).path();
        List<String> entries = Entries.of(events.table());

        Relisting account = rewrite(plan).relisting().orElseThrow();

        assertThat(account.taken()).isEqualTo(10);
        assertThat(dataManifests(events))
                .hasSize(2)
                .extracting(ManifestFile::path)
                .contains(appended);
        assertThat(Entries.of(events.table())).isEqualTo(entries);
    }

    @Test
    void a_plan_whose_manifests_somebody_else_has_rewritten_changes_nothing() {
        Events events = Events.create(folder.resolve("t"), 2, 5);
        MaintenancePlan plan = planned(events);
        events.table().rewriteManifests().clusterBy(file -> "all").commit();
        long version = events.table().currentSnapshot().snapshotId();

        StepOutcome outcome = rewrite(plan);

        assertThat(outcome.kind()).isEqualTo(StepOutcome.Kind.SKIPPED);
        assertThat(outcome.text())
                .isEqualTo("Of the manifests of the plan fewer than 10 are left that are small;"
                        + " rewriting them does not pay.");
        assertThat(events.table().currentSnapshot().snapshotId()).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoever_commits_between_the_look_and_our_commit_is_given_way_to(boolean appends) {
        Events events = Events.create(folder.resolve("t"), 3, 5);
        IcebergState state = IcebergPass.newest(format, events.ref());
        Snapshot seen = state.snapshot().orElseThrow();
        List<ManifestFile> all = new ManifestListing(state).worthRewriting(manifest -> true);
        ManifestProof proof = new ManifestProof(state.iceberg(), seen, all);
        CommitAttempt attempt = CommitAttempt.on(seen, state.iceberg(), IcebergPass.RUN);
        RewriteManifests rewrite = attempt.rewriteManifests().clusterBy(file -> 0);
        if (appends) {
            events.append(DAY);
        } else {
            events.table().rewriteManifests().clusterBy(file -> "all").commit();
        }
        List<String> entries = Entries.of(events.table());

        StepOutcome outcome = attempt.make(rewrite, proof::check, ours -> new StepOutcome.Skipped("It went in."));

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(attempt.isSurelyNotIn()).isTrue();
        assertThat(Entries.of(events.table())).isEqualTo(entries);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void one_run_rewrites_the_manifests_that_its_compaction_leaves_and_the_next_does_nothing(int version) {
        Path table = folder.resolve("t");
        Events events = Events.create(table, version, 4);
        for (int day = 10; day < 22; day++) {
            events.append("2026-10-" + day);
        }
        List<String> rows = events.rows();
        OnePassage passage = new OnePassage(table);

        RunReport report = passage.on(Machine.sound()).orElseThrow();

        assertThat(report.status()).as(report.summary()).isEqualTo(Status.COMPACTED);
        Step.RewriteManifests step =
                (Step.RewriteManifests) report.plan().orElseThrow().steps().get(1);
        assertThat(step.manifests())
                .as("without those of which the compaction leaves nothing")
                .hasSize(12);
        assertThat(step.toCome()).isEqualTo(1);
        assertThat(report.manifestRewrite().orElseThrow().taken())
                .as("with the eight that the compaction has emptied")
                .isEqualTo(21);
        assertThat(report.manifestRewrite().orElseThrow().put()).isEqualTo(1);
        assertThat(report.verifications()).hasSize(2);
        assertThat(passage.rows()).isEqualTo(rows);
        assertThat(dataManifests(events)).hasSize(1);
        assertThat(passage.on(Machine.sound())
                        .orElseThrow()
                        .plan()
                        .orElseThrow()
                        .isEmpty())
                .isTrue();
    }

    @Test
    void manifests_that_a_compaction_empties_are_not_planned() {
        Events events = Events.create(folder.resolve("t"), 2, 6);

        MaintenancePlan plan = IcebergPass.plan(format, events.ref());

        assertThat(plan.steps()).extracting(Step::kind).containsExactly(Step.Kind.COMPACT);
    }

    @Test
    void many_commits_of_one_run_leave_manifests_that_are_worth_it_by_themselves() {
        Events events = Events.create(folder.resolve("t"), 2, 1);

        SmallManifests small = IcebergPass.newest(format, events.ref())
                .smallManifests(
                        Set.copyOf(
                                events.files().stream().map(DataFile::location).toList()),
                        10)
                .orElseThrow();

        assertThat(small.manifests()).isEmpty();
        assertThat(small.toCome()).isEqualTo(10);
    }

    /** Twenty commits, each of 400 files spread over fifty days: more than one manifest of the target size can list. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void where_one_manifest_is_not_enough_neighbouring_partitions_are_listed_together(int version) {
        Events events = Events.empty(folder.resolve("t"), Events.SCHEMA, Events.BY_DAY, version, Map.of());
        for (int commit = 0; commit < 20; commit++) {
            AppendFiles append = events.table().newFastAppend();
            for (int file = 0; file < 400; file++) {
                append.appendFile(listed(events, "day=2026-%02d".formatted(file % 50), commit * 400 + file));
            }
            append.commit();
        }
        long largest = dataManifests(events).stream()
                .mapToLong(ManifestFile::length)
                .max()
                .orElseThrow();
        set(events, "commit.manifest.target-size-bytes", Long.toString(4 * largest + 4));
        List<String> entries = Entries.of(events.table());

        Relisting account = rewrite(planned(events)).relisting().orElseThrow();

        List<ManifestFile> now = dataManifests(events);
        assertThat(account.taken()).isEqualTo(20);
        assertThat(now).hasSize((int) account.put()).hasSizeBetween(3, 7);
        assertThat(now).allMatch(manifest -> manifest.length() > largest, "is not small");
        assertThat(Entries.of(events.table())).isEqualTo(entries);
        assertThat(small(events)).as("the second run").isEmpty();
        List<String> bounds = now.stream()
                .flatMap(manifest -> manifest.partitions().stream())
                .flatMap(partition -> List.of(text(partition.lowerBound()), text(partition.upperBound())).stream())
                .sorted()
                .toList();
        List<String> inOrder = now.stream()
                .flatMap(manifest -> manifest.partitions().stream())
                .sorted((a, b) -> text(a.lowerBound()).compareTo(text(b.lowerBound())))
                .flatMap(partition -> List.of(text(partition.lowerBound()), text(partition.upperBound())).stream())
                .toList();
        assertThat(inOrder).as("no two manifests share more than a border").isEqualTo(bounds);
    }

    @Test
    void bounds_of_a_column_that_was_promoted_since_stay_as_wide_as_they_were() {
        Schema schema = new Schema(Types.NestedField.required(1, "n", Types.IntegerType.get()));
        Events events = Events.empty(folder.resolve("t"), schema, PartitionSpec.unpartitioned(), 2, Map.of());
        for (int i = 0; i < 6; i++) {
            events.commitAppend(bounded(events, i, Conversions.toByteBuffer(Types.IntegerType.get(), i)));
        }
        events.table().updateSchema().updateColumn("n", Types.LongType.get()).commit();
        for (int i = 6; i < 12; i++) {
            events.commitAppend(bounded(events, i, Conversions.toByteBuffer(Types.LongType.get(), (long) i)));
        }
        List<String> entries = Entries.of(events.table());
        assertThat(entries)
                .anyMatch(entry -> entry.contains("{1=05000000}"))
                .anyMatch(entry -> entry.contains("{1=0b00000000000000}"));

        assertThat(rewrite(planned(events)).relisting()).isPresent();

        assertThat(dataManifests(events)).hasSize(1);
        assertThat(Entries.of(events.table())).isEqualTo(entries);
    }

    @Test
    void a_table_that_was_upgraded_keeps_its_manifests_until_its_files_have_row_ids() {
        Events events = Events.create(folder.resolve("t"), 2, 6);
        set(events, "format-version", "3");
        assertThat(small(events)).isEmpty();
        events.append(DAY);
        List<String> rows = events.rows();
        List<String> entries = Entries.of(events.table());
        assertThat(small(events)).hasSize(13);

        assertThat(rewrite(planned(events)).relisting()).isPresent();

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(Entries.of(events.table())).isEqualTo(entries);
    }

    @Test
    void what_lists_other_files_than_before_is_not_committed() {
        Events events = Events.create(folder.resolve("t"), 3, 5);
        IcebergState state = IcebergPass.newest(format, events.ref());
        Snapshot seen = state.snapshot().orElseThrow();
        List<ManifestFile> all = dataManifests(events);
        events.table().rewriteManifests().clusterBy(file -> "all").commit();
        Snapshot equal = events.table().currentSnapshot();
        events.deleteFile(events.files().get(3).location());
        events.table().rewriteManifests().clusterBy(file -> "all").commit();
        Snapshot lessOne = events.table().currentSnapshot();

        new ManifestProof(state.iceberg(), seen, all).check(equal);
        assertThatThrownBy(() -> new ManifestProof(state.iceberg(), seen, all).check(lessOne))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.VERIFICATION_FAILED);
                    assertThat(e.reason())
                            .isEqualTo("The rewritten manifests do not list what the old ones did:"
                                    + " the manifests that would go list 10 files, and those that would come list 9 files."
                                    + " Nothing was committed.");
                });
        assertThatThrownBy(() -> new ManifestProof(state.iceberg(), seen, all.subList(1, 10)).check(equal))
                .hasMessageContaining("10 manifests would go, and 9 were to be rewritten");
    }

    @Test
    void a_commit_that_fails_its_proof_leaves_the_table_as_it_was() {
        Events events = Events.create(folder.resolve("t"), 2, 5);
        IcebergState state = IcebergPass.newest(format, events.ref());
        Snapshot seen = state.snapshot().orElseThrow();
        ManifestProof proof =
                new ManifestProof(state.iceberg(), seen, dataManifests(events).subList(0, 4));
        CommitAttempt attempt = CommitAttempt.on(seen, state.iceberg(), IcebergPass.RUN);
        RewriteManifests rewrite = attempt.rewriteManifests().clusterBy(file -> 0);

        assertThatThrownBy(() -> attempt.make(rewrite, proof::check, ours -> new StepOutcome.Skipped("It went in.")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.VERIFICATION_FAILED));

        assertThat(attempt.isSurelyNotIn()).isTrue();
        assertThat(events.table().currentSnapshot().snapshotId()).isEqualTo(seen.snapshotId());
    }

    /** A file that is listed and does not exist: nothing here reads it. */
    private DataFile listed(Events events, String partition, int number) {
        return DataFiles.builder(events.table().spec())
                .withPath("%s/data/%s/%s.parquet"
                        .formatted(events.folder(), partition, new UUID(names.nextLong(), number)))
                .withFormat(FileFormat.PARQUET)
                .withPartitionPath(partition)
                .withFileSizeInBytes(1000 + number)
                .withRecordCount(1 + number % 7)
                .build();
    }

    private static DataFile bounded(Events events, int number, ByteBuffer bound) {
        bound.order(ByteOrder.LITTLE_ENDIAN);
        return DataFiles.builder(events.table().spec())
                .withPath("%s/data/%08d.parquet".formatted(events.folder(), number))
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(1000)
                .withMetrics(new Metrics(
                        1L, Map.of(1, 8L), Map.of(1, 1L), Map.of(1, 0L), Map.of(), Map.of(1, bound), Map.of(1, bound)))
                .build();
    }

    private static String text(ByteBuffer bound) {
        return Conversions.fromByteBuffer(Types.StringType.get(), bound).toString();
    }

    private static void set(Events events, String property, String value) {
        events.table().updateProperties().set(property, value).commit();
    }

    private static List<ManifestFile> dataManifests(Events events) {
        return events.table().currentSnapshot().dataManifests(events.table().io());
    }

    private List<Manifest> small(Events events) {
        return IcebergPass.newest(format, events.ref())
                .smallManifests(Set.of(), 0)
                .map(SmallManifests::manifests)
                .orElse(List.of());
    }

    /** A plan that does nothing but rewrite what pays. */
    private MaintenancePlan planned(Events events) {
        SmallManifests small = IcebergPass.newest(format, events.ref())
                .smallManifests(Set.of(), 0)
                .orElseThrow();
        return IcebergPass.planOf(
                format, events.ref(), new Step.RewriteManifests(small.manifests(), small.toCome(), small.target()));
    }

    private StepOutcome rewrite(MaintenancePlan plan) {
        return format.changer()
                .rewriteManifests(
                        Overdue.approved(plan),
                        (Step.RewriteManifests) plan.steps().get(0),
                        new WatchedPassage(IcebergPass.RUN + "-manifests", file -> {}));
    }
}
