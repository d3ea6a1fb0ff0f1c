/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.WatchedPassage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ContentFileUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What went wrong elsewhere with tables of Iceberg's, restated: each test is a case of the collection, or several. */
class IcebergCasesTest {

    private static final Duration WEEK = Duration.ofDays(7);
    private static final Expiry EXPIRE = new Expiry(RemovalMode.APPLY, WEEK, 1, false);
    private static final List<String> NASTY = List.of(
            "a/b",
            "A/A",
            "B B",
            "some+key",
            "some key",
            "%",
            "%3A",
            "2024-12-13 11:00:00",
            "=",
            "#",
            "?",
            "~",
            "\\",
            "'\"",
            "line\nend",
            "ünï-☃-🎿",
            "..",
            "_hidden",
            ".hidden",
            "");

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();
    private final Clock later = Clock.fixed(Instant.now().plus(Duration.ofDays(30)), ZoneOffset.UTC);

    private IcebergFormat later() {
        LocalStore store = new LocalStore();
        return new IcebergFormat(
                store, new Catalogs(store, List.of()), later, new RewriteLimits(2, Bytes.ofMebibytes(64)));
    }

    /** Values are the metadata's, and a path is only a name: nothing is read out of it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void partitions_of_nasty_names_keep_their_values_and_their_rows_and_no_live_file_is_listed_for_removal(int version)
            throws IOException {
        Schema schema = new Schema(
                required(1, "id", Types.LongType.get()),
                optional(2, "day", Types.StringType.get()),
                optional(3, "kind", Types.StringType.get()));
        PartitionSpec spec = PartitionSpec.builderFor(schema)
                .identity("day")
                .identity("kind")
                .build();
        Events events = Events.empty(folder.resolve("t"), schema, spec, version, Map.of());
        List<String> values = new ArrayList<>(NASTY);
        values.add(null);
        long id = 0;
        for (String value : values) {
            for (int i = 0; i < 2; i++) {
                events.commitAppend(events.writeWhereItBelongs(row(schema, id++, value, "x")));
                events.commitAppend(events.writeWhereItBelongs(row(schema, id++, value, null)));
            }
        }
        List<String> rows = events.rows();

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files()).as("one of each partition").hasSize(2 * values.size());
        Leftovers left = later().leftovers(later().inspect(events.ref()), new Retention(WEEK));
        assertThat(left.objection()).isEmpty();
        assertThat(left.unreferenced()).isZero();
        Path stray = Path.of(events.files().get(0).location()).resolveSibling("stray.parquet");
        Files.writeString(stray, "stray");
        assertThat(later().leftovers(later().inspect(events.ref()), new Retention(WEEK))
                        .eligible())
                .extracting(StoredFile::location)
                .containsExactly(Location.local(stray));
    }

    private static Record row(Schema schema, long id, @Nullable String day, @Nullable String kind) {
        Record row = GenericRecord.create(schema);
        row.setField("id", id);
        row.setField("day", day);
        row.setField("kind", kind);
        return row;
    }

    @Test
    void a_table_reached_by_other_spellings_of_its_place_has_the_same_leftovers() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 1);
        Files.writeString(events.folder().resolve("data/stray.parquet"), "stray");
        List<StoredFile> eligible = eligible(events.ref());
        assertThat(eligible).hasSize(1);

        for (String spelling : List.of("%s/", "file:%s", "file://%s", "file://%s/", "%s/../t", "%s/.")) {
            assertThat(eligible(new TableRef("iceberg", spelling.formatted(events.folder()))))
                    .as(spelling)
                    .isEqualTo(eligible);
        }
    }

    private List<StoredFile> eligible(TableRef table) {
        return later().leftovers(later().inspect(table), new Retention(WEEK)).eligible();
    }

    @Test
    void checksums_that_hadoop_lays_beside_metadata_are_no_other_table() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 1);
        Files.writeString(events.folder().resolve("metadata/.v1.metadata.json.crc"), "crc");
        Files.writeString(events.folder().resolve("data/stray.parquet"), "stray");

        assertThat(eligible(events.ref()))
                .extracting(file -> file.location().name())
                .containsExactly("stray.parquet");
    }

    /** They pile up where a table keeps all of them, and its log of metadata names only some. */
    @Test
    void metadata_files_that_the_tables_log_no_longer_names_are_found_once_they_are_old() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 4, Map.of("write.metadata.previous-versions-max", "3"));
        Path metadata = events.folder().resolve("metadata");

        List<String> found = eligible(events.ref()).stream()
                .map(file -> file.location().name())
                .sorted()
                .toList();

        assertThat(found)
                .as("version 9 is the newest, and three before it are named")
                .containsExactly(
                        "v1.metadata.json",
                        "v2.metadata.json",
                        "v3.metadata.json",
                        "v4.metadata.json",
                        "v5.metadata.json");
        assertThat(later().leftovers(later().inspect(events.ref()), new Retention(Duration.ofDays(31)))
                        .eligible())
                .isEmpty();
        assertThat(metadata.resolve("version-hint.text")).exists();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void where_every_row_was_deleted_there_is_nothing_to_do_and_no_ratio_to_divide_by(int version) {
        Path table = folder.resolve("t");
        Events events = Events.create(table, version, 2);
        events.table().newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
        long newest = events.table().currentSnapshot().snapshotId();

        RunReport report = new OnePassage(table).on(Machine.sound()).orElseThrow();

        assertThat(report.status()).as(report.summary()).isEqualTo(Status.HEALTHY);
        TableHealth health = report.assessment().orElseThrow().health();
        assertThat(health.files()).isZero();
        assertThat(health.smallRatio()).isZero();
        assertThat(events.table().currentSnapshot().snapshotId()).isEqualTo(newest);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void a_lone_file_is_rewritten_once_enough_of_its_rows_are_deleted(int version) {
        Events events = Events.create(folder.resolve("t"), version, 1);
        assertThat(IcebergPass.plan(format, events.ref()).steps()).isEmpty();
        events.deletePositions(events.files().get(0), 0, 1, 2, 3, 4);
        List<String> rows = events.rows();

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows).hasSize(15);
        assertThat(events.files()).extracting(DataFile::recordCount).containsExactlyInAnyOrder(5L, 10L);
        assertThat(events.table().currentSnapshot().summary()).containsEntry("total-delete-files", "0");
    }

    /** By its path alone the vector of the other file would go with it, and its rows would come back. */
    @Test
    void of_two_vectors_in_one_file_only_that_of_the_rewritten_file_goes() {
        Events events = Events.create(folder.resolve("t"), 3, 2);
        DataFile one = ofDay(events, 0);
        DataFile other = ofDay(events, 1);
        events.deletePositions(Map.of(one, new long[] {1}, other, new long[] {2, 3}));
        List<String> rows = events.rows();
        MaintenancePlan plan = IcebergPass.plan(format, events.ref());
        Step.Compact step = (Step.Compact) plan.steps().get(0);
        List<FileGroup> ofOneDay = step.groups().stream()
                .filter(group ->
                        group.inputs().stream().anyMatch(file -> file.path().equals(one.location())))
                .toList();
        assertThat(ofOneDay).hasSize(1);

        StepOutcome outcome = format.changer()
                .compact(
                        Overdue.approved(plan),
                        new Step.Compact(ofOneDay, step.target()),
                        new WatchedPassage(IcebergPass.RUN + "-vector", file -> {}));

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(events.rows()).isEqualTo(rows).hasSize(37);
        List<DeleteFile> left = events.deletes();
        assertThat(left).hasSize(1);
        assertThat(ContentFileUtil.referencedDataFileLocation(left.get(0))).isEqualTo(other.location());
    }

    private static DataFile ofDay(Events events, int day) {
        return events.files().stream()
                .filter(file -> Events.DAYS.get(day).equals(file.partition().get(0, String.class)))
                .findFirst()
                .orElseThrow();
    }

    /** Several references before and one after: what is left must be whole, whichever manifests hold it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void after_a_tag_is_dropped_all_that_a_branch_and_the_newest_version_hold_is_there(int version) {
        Events events = Events.create(folder.resolve("t"), version, 2);
        long tagged = events.table().currentSnapshot().snapshotId();
        events.table()
                .manageSnapshots()
                .createTag("v1", tagged)
                .createBranch("audit", tagged)
                .commit();
        events.deleteFile(events.files().get(0).location());
        IcebergPass.compact(format, events.ref());
        events.append(Events.DAYS.get(0));
        events.table().manageSnapshots().removeTag("v1").commit();
        List<String> rows = events.rows();
        List<String> ofBranch = events.rows("audit");
        assertThat(ofBranch).hasSize(40);

        expireAll(events);

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.rows("audit")).isEqualTo(ofBranch);
        assertThat(events.table().refs()).containsOnlyKeys(SnapshotRef.MAIN_BRANCH, "audit");

        events.table().manageSnapshots().removeBranch("audit").commit();
        expireAll(events);

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.table().snapshots()).hasSize(1);
    }

    private void expireAll(Events events) {
        Expiration account = IcebergPass.expire(later(), events.ref(), EXPIRE, later.instant());
        assertThat(account.failed()).isEmpty();
        assertThat(account.versions()).isNotEmpty();
    }
}
