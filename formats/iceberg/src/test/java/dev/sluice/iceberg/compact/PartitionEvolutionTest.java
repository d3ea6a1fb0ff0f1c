/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import dev.sluice.core.verify.Verifier;
import dev.sluice.iceberg.IcebergFormat;
import dev.sluice.iceberg.IcebergPass;
import dev.sluice.iceberg.Visits;
import dev.sluice.iceberg.merge.Merge;
import dev.sluice.iceberg.rows.InputFile;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.testkit.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Files of an earlier partition spec: they move to the table's current one where that leaves fewer files. */
class PartitionEvolutionTest {

    private static final PartitionSpec NONE = PartitionSpec.unpartitioned();

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();

    private Visits visits(PartitionSpec spec, int version) {
        return new Visits(folder.resolve("t"), spec, version);
    }

    /** Compacts; the rows have to be the same, every file of the current spec, and a second run has nothing to do. */
    private Change movesAll(Visits visits) {
        List<String> rows = visits.events().rows();
        Map<String, Partition> places = places(visits);
        Change change = IcebergPass.compact(format, visits.events().ref());
        assertThat(visits.events().rows()).isEqualTo(rows);
        places.putAll(places(visits));
        Set<Partition> touched = Stream.concat(
                        change.removed().stream(), change.added().stream().map(Change.AddedFile::path))
                .map(places::get)
                .collect(Collectors.toSet());
        assertThat(change.partitions()).isEqualTo(touched);
        visits.requireEveryRowWhereItBelongs();
        assertThat(visits.ofCurrentSpec()).hasSameSizeAs(visits.events().files());
        assertThat(change.notes()).isEmpty();
        assertThat(compactions(visits)).isEmpty();
        return change;
    }

    private Map<String, Partition> places(Visits visits) {
        Map<String, Partition> places = new HashMap<>();
        try (var files = format.inspect(visits.events().ref()).files()) {
            files.forEach(file -> places.put(file.path(), file.partition()));
        }
        return places;
    }

    private List<Step> compactions(Visits visits) {
        return IcebergPass.plan(format, visits.events().ref()).steps().stream()
                .filter(Step.Compact.class::isInstance)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "year(at), 2",
        "month(at), 2",
        "day(at), 1",
        "day(at), 3",
        "hour(at), 3",
        "bucket(id), 1",
        "bucket(place), 3",
        "truncate(place), 2",
        "truncate(count), 3",
        "identity(day), 1",
        "identity(day), 3",
        "identity(ratio), 2"
    })
    void rows_of_an_unpartitioned_table_go_where_its_new_partitioning_wants_them(String field, int version) {
        Visits visits = visits(NONE, version);
        for (int i = 0; i < 7; i++) {
            visits.append(20);
        }
        visits.evolve(List.of(), List.of(field));
        visits.append(20);
        Set<String> partitions = new HashSet<>();

        IcebergPass.compact(format, visits.events().ref());
        visits.events().files().forEach(file -> partitions.add(file.partition().toString()));
        movesNothingTwice(visits);

        assertThat(visits.ofCurrentSpec()).hasSameSizeAs(visits.events().files());
        assertThat(visits.events().files().size()).isLessThanOrEqualTo(2 * partitions.size());
        assertThat(visits.events().rows()).hasSize(8 * 20);
    }

    /** What the moved files and those that were there before have for one partition may be merged once more. */
    private void movesNothingTwice(Visits visits) {
        List<String> rows = visits.events().rows();
        visits.requireEveryRowWhereItBelongs();
        if (!compactions(visits).isEmpty()) {
            IcebergPass.compact(format, visits.events().ref());
        }
        assertThat(visits.events().rows()).isEqualTo(rows);
        visits.requireEveryRowWhereItBelongs();
        assertThat(compactions(visits)).isEmpty();
    }

    @Test
    void one_run_writes_into_a_partition_in_two_commits() {
        Visits visits = visits(NONE, 2);
        visits.append(20);
        visits.append(20);
        visits.evolve(List.of(), List.of("identity(place)"));
        visits.append(20);
        visits.append(20);
        List<String> rows = visits.events().rows();
        assertThat(compactions(visits))
                .as("of the current partitioning, and to it")
                .hasSize(2);

        IcebergPass.compact(format, visits.events().ref());

        assertThat(visits.events().rows()).isEqualTo(rows);
        visits.requireEveryRowWhereItBelongs();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void what_many_days_have_for_a_month_becomes_one_file(int version) {
        Visits visits = visits(Visits.spec("day(at)"), version);
        for (int i = 0; i < 4; i++) {
            visits.append(20);
        }
        assertThat(visits.events().files()).hasSize(12);
        visits.evolve(List.of("day(at)"), List.of("month(at)"));

        movesAll(visits);

        assertThat(visits.events().files()).as("December, and none").hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_month_becomes_its_days(int version) {
        Visits visits = visits(Visits.spec("month(at)"), version);
        for (int i = 0; i < 4; i++) {
            visits.append(20);
        }
        assertThat(visits.events().files()).hasSize(8);
        visits.evolve(List.of("month(at)"), List.of("day(at)"));

        movesAll(visits);

        assertThat(visits.events().files()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void deletes_of_every_kind_are_applied_on_the_way(int version) {
        Visits visits = visits(Visits.spec("month(at)"), version);
        for (int i = 0; i < 6; i++) {
            visits.append(22);
        }
        DataFile first = visits.events().files().get(0);
        visits.events().deletePositions(first, 0, 2, 3);
        visits.events().deleteIdsBeside(first, 1, 2, 3, 23, 24, 25);
        visits.append(List.of(visits.row(23), visits.row(24)));
        visits.evolve(List.of("month(at)"), List.of("bucket(place)"));
        visits.events().deletePositions(visits.events().files().get(4), 5);

        Change change = movesAll(visits);

        assertThat(change.rowsWritten()).isEqualTo(visits.events().rows().size());
        assertThat(visits.table().currentSnapshot().summary())
                .containsEntry("total-position-deletes", "0")
                .containsEntry("total-equality-deletes", "0");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void deletes_that_reach_rows_elsewhere_still_do(int version) {
        Visits visits = visits(NONE, version);
        for (int i = 0; i < 6; i++) {
            visits.append(20);
        }
        visits.evolve(List.of(), List.of("identity(day)"));
        visits.append(List.of(visits.row(1000), visits.row(1003)));
        DataFile large = visits.ofCurrentSpec().get(0);
        visits.events().deleteIdsBeside(visits.events().files().get(0), 7, 1003);
        assertThat(visits.events().ids()).doesNotContain(7L, 1003L).contains(1000L);
        List<String> rows = visits.events().rows();

        IcebergPass.compact(format, visits.events().ref());

        assertThat(visits.events().rows()).isEqualTo(rows);
        assertThat(visits.table().currentSnapshot().summary())
                .as("the delete is of all partitions, and still takes row 1003 out of %s", large.location())
                .containsEntry("total-delete-files", "1");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void a_delete_in_the_new_partition_that_never_reached_a_row_does_not_reach_it_there(int version) {
        Visits visits = visits(NONE, version);
        for (int i = 0; i < 6; i++) {
            visits.append(20);
        }
        visits.evolve(List.of(), List.of("identity(day)"));
        visits.append(List.of(visits.row(1001)));
        visits.events().deleteIdsBeside(visits.ofCurrentSpec().get(0), 1, 4, 7);
        assertThat(visits.events().ids()).contains(1L, 4L, 7L);

        IcebergPass.compact(format, visits.events().ref());
        movesNothingTwice(visits);

        assertThat(visits.events().ids()).contains(1L, 4L, 7L);
    }

    @Test
    void files_stay_where_moving_would_only_scatter_their_rows() {
        Visits visits = visits(NONE, 3);
        for (int i = 0; i < 5; i++) {
            visits.append(30);
        }
        visits.evolve(List.of(), List.of("truncate(place)", "identity(count)", "hour(at)"));
        List<String> rows = visits.events().rows();

        Change change = IcebergPass.compact(format, visits.events().ref());

        assertThat(visits.events().rows()).isEqualTo(rows);
        assertThat(visits.events().files()).hasSize(1);
        assertThat(visits.ofCurrentSpec()).isEmpty();
        assertThat(change.notes())
                .containsExactly("The group of 5 files in _spec=0 stayed in an earlier partitioning:"
                        + " in the current one they would be no fewer files.");
        assertThat(compactions(visits)).isEmpty();
    }

    @Test
    void a_group_that_would_scatter_does_not_keep_others_from_moving() {
        Visits visits = visits(Visits.spec("identity(day)"), 2);
        for (int i = 0; i < 6; i++) {
            visits.append(
                    LongStream.range(0, 10).mapToObj(n -> visits.row(12 * n)).toList());
        }
        visits.append(
                IntStream.range(0, 30).mapToObj(n -> visits.row(1 + 3L * n)).toList());
        visits.append(
                IntStream.range(0, 30).mapToObj(n -> visits.row(1 + 3L * n)).toList());
        visits.evolve(List.of("identity(day)"), List.of("hour(at)", "identity(count)"));

        Change change = IcebergPass.compact(format, visits.events().ref());

        assertThat(change.notes())
                .containsExactly("The group of 2 files in _spec=0/day=2026-11-02 stayed in an earlier partitioning:"
                        + " in the current one they would be no fewer files.");
        assertThat(visits.ofCurrentSpec()).hasSizeBetween(1, 5);
        assertThat(visits.events().files()).hasSize(visits.ofCurrentSpec().size() + 1);
        visits.requireEveryRowWhereItBelongs();
    }

    @Test
    void files_stay_where_each_would_be_read_for_too_many_partitions() {
        Visits visits = visits(NONE, 2);
        for (int i = 0; i < 40; i++) {
            visits.append(IntStream.range(0, 36)
                    .mapToObj(n -> {
                        Record row = visits.row(n);
                        row.setField("count", n);
                        return row;
                    })
                    .toList());
        }
        visits.evolve(List.of(), List.of("identity(count)"));

        Change change = IcebergPass.compact(format, visits.events().ref());

        assertThat(visits.events().files()).hasSize(1);
        assertThat(change.notes())
                .containsExactly("The group of 40 files in _spec=0 stayed in an earlier partitioning:"
                        + " their rows lie so mixed that they would be read more than 32 times.");
    }

    @Test
    void groups_whose_places_do_not_fit_into_memory_together_are_decided_one_after_the_other() {
        Visits visits = visits(Visits.spec("identity(day)"), 2);
        for (int i = 0; i < 4; i++) {
            visits.append(60);
        }
        visits.evolve(List.of("identity(day)"), List.of("bucket(place)"));
        Map<String, Map<InputFile, Roaring64Bitmap>> groups = groups(visits);
        IcebergTable table = IcebergPass.load(format, visits.events().ref());

        Rerouting narrow = rerouting(table, 13_000);
        List<Merge> merges = merges(narrow, groups);
        Rerouting none = rerouting(table, 100);
        List<Merge> stays = merges(none, groups);
        List<Merge> together = merges(rerouting(table, 1 << 20), groups);

        assertThat(narrow.notes()).isEmpty();
        assertThat(together).hasSize(3);
        assertThat(merges).hasSizeGreaterThan(3);
        assertThat(merges.stream().mapToLong(m -> m.rows().orElseThrow()).sum()).isEqualTo(240);
        assertThat(stays)
                .hasSize(3)
                .allSatisfy(merge -> assertThat(merge.spec().specId()).isZero());
        assertThat(none.notes())
                .containsExactly("3 groups of 12 files in all, the first in day=2026-11-01, stayed in an earlier"
                        + " partitioning: their rows lie so mixed that their places do not fit into memory.");
    }

    private static Rerouting rerouting(IcebergTable table, long room) {
        return new Rerouting(table, new SourceColumns(table, null), Bytes.of(room), Bytes.ofMebibytes(128));
    }

    private Map<String, Map<InputFile, Roaring64Bitmap>> groups(Visits visits) {
        Map<String, Map<InputFile, Roaring64Bitmap>> groups = new LinkedHashMap<>();
        try (var tasks = IcebergPass.newest(format, visits.events().ref()).tasks()) {
            tasks.map(InputFile::new)
                    .sorted((a, b) -> a.path().compareTo(b.path()))
                    .forEach(file -> groups.computeIfAbsent(
                                    file.file().partition().get(0, String.class), p -> new LinkedHashMap<>())
                            .put(file, new Roaring64Bitmap()));
        }
        return groups;
    }

    private static List<Merge> merges(Rerouting rerouting, Map<String, Map<InputFile, Roaring64Bitmap>> groups) {
        List<Merge> merges = new ArrayList<>();
        groups.forEach((day, files) -> rerouting
                .take(new Partition(List.of(new Partition.Field("day", day))), files)
                .forEach(merges::add));
        rerouting.decided().forEach(merges::add);
        return merges;
    }

    @Test
    void what_the_old_partition_tells_is_taken_from_it_and_nothing_read() {
        Visits visits = visits(Visits.spec("identity(at)", "bucket(place)"), 2);
        visits.append(List.of(visits.row(1)));
        visits.append(List.of(visits.row(10)));
        visits.table()
                .updateSpec()
                .removeField("at")
                .addField(Expressions.day("at"))
                .renameField("place_bucket", "shelf")
                .commit();
        IcebergTable table = IcebergPass.load(format, visits.events().ref());
        List<List<Object>> tuples = new ArrayList<>();

        try (var tasks = IcebergPass.newest(format, visits.events().ref()).tasks()) {
            tasks.map(InputFile::new)
                    .sorted((a, b) ->
                            Long.compare(a.file().dataSequenceNumber(), b.file().dataSequenceNumber()))
                    .forEach(file -> tuples.add(new CurrentTuples(table, new SourceColumns(table, null), file)
                            .ofAll()
                            .orElseThrow()));
        }

        assertThat(tuples).hasSize(2);
        assertThat(tuples.get(0)).contains(-2).doesNotContainNull();
        assertThat(tuples.get(1)).containsNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_partition_field_and_its_column_may_have_been_dropped_since(int version) {
        Visits visits = visits(Visits.spec("identity(count)"), version);
        for (int i = 0; i < 4; i++) {
            visits.append(20);
        }
        visits.evolve(List.of("identity(count)"), List.of("identity(day)"));
        visits.append(20);
        visits.table().updateSchema().deleteColumn("count").commit();

        IcebergPass.compact(format, visits.events().ref());
        movesNothingTwice(visits);

        assertThat(visits.events().files()).hasSize(3).hasSameSizeAs(visits.ofCurrentSpec());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void columns_may_have_been_renamed_widened_and_added_since(int version) {
        Visits visits = visits(Visits.spec("identity(count)"), version);
        for (int i = 0; i < 6; i++) {
            visits.append(20);
        }
        visits.table()
                .updateSchema()
                .renameColumn("place", "where")
                .updateColumn("count", Types.LongType.get())
                .addColumn("country", Types.StringType.get())
                .commit();
        visits.table()
                .updateSpec()
                .removeField("count")
                .addField(Expressions.bucket("count", 2))
                .addField(Expressions.truncate("where", 5))
                .addField("country")
                .commit();

        movesAll(visits);

        assertThat(visits.events().files().size()).isLessThanOrEqualTo(6);
    }

    @Test
    void a_column_that_is_younger_than_a_file_has_its_default_there() {
        Visits visits = visits(NONE, 3);
        for (int i = 0; i < 4; i++) {
            visits.append(20);
        }
        visits.table()
                .updateSchema()
                .addColumn("country", Types.StringType.get(), "of origin", Literal.of("nowhere"))
                .commit();
        visits.table().updateSpec().addField("country").commit();

        movesAll(visits);

        assertThat(visits.events().files())
                .singleElement()
                .satisfies(file ->
                        assertThat(file.partition().get(0, String.class)).isEqualTo("nowhere"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void files_of_several_earlier_specs_come_together(int version) {
        Visits visits = visits(NONE, version);
        visits.append(20);
        visits.append(20);
        visits.evolve(List.of(), List.of("month(at)"));
        visits.append(20);
        visits.append(20);
        visits.evolve(List.of("month(at)"), List.of("bucket(place)"));
        visits.append(20);
        visits.append(20);
        visits.evolve(List.of("bucket(place)"), List.of("identity(day)"));

        Change change = movesAll(visits);

        assertThat(visits.events().files()).hasSize(3);
        assertThat(change.removed()).hasSize(12);
    }

    @Test
    void a_column_that_the_table_is_partitioned_by_now_keeps_its_values_from_older_files() {
        Visits visits = visits(Visits.spec("day(at)"), 2);
        for (int i = 0; i < 4; i++) {
            visits.append(12);
        }
        visits.evolve(List.of(), List.of("identity(day)"));
        List<String> rows = visits.events().rows();

        movesAll(visits);

        assertThat(rows).allSatisfy(row -> assertThat(row).doesNotContain("day=null"));
    }

    @Test
    void partition_values_may_be_any_text() {
        List<String> odd = List.of("a/b", "%2F", "A B", "a+b", "", "null", "x=y", "\u00e4\u4e2d");
        Visits visits = visits(NONE, 2);
        for (int i = 0; i < 10; i++) {
            visits.append(IntStream.range(0, odd.size() + 1)
                    .mapToObj(n -> {
                        Record row = visits.row(n);
                        row.setField("place", n < odd.size() ? odd.get(n) : null);
                        return row;
                    })
                    .toList());
        }
        visits.evolve(List.of(), List.of("identity(place)"));

        movesAll(visits);

        assertThat(visits.events().files())
                .hasSize(odd.size() + 1)
                .allSatisfy(file -> assertThat(Path.of(file.location())).isRegularFile());
    }

    @Test
    void a_file_that_is_alone_moves_with_what_is_left_of_it() {
        Visits visits = visits(Visits.spec("identity(day)"), 3);
        visits.append(30);
        for (DataFile file : visits.events().files()) {
            visits.events().deletePositions(file, 1, 2, 3);
        }
        visits.evolve(List.of("identity(day)"), List.of());

        movesAll(visits);

        assertThat(visits.events().files()).hasSize(1);
    }

    @Test
    void a_group_without_a_live_row_is_gone() {
        Visits visits = visits(Visits.spec("identity(day)"), 2);
        visits.append(3);
        visits.append(3);
        visits.append(3);
        DataFile first = visits.events().files().get(0);
        visits.events().deleteIdsBeside(first, 0, 1, 2, 3, 4, 5, 6, 7, 8);
        visits.evolve(List.of("identity(day)"), List.of("bucket(place)"));
        List<String> rows = visits.events().rows();
        assertThat(rows).hasSize(6);

        IcebergPass.compact(format, visits.events().ref());

        assertThat(visits.events().rows()).isEqualTo(rows);
        visits.requireEveryRowWhereItBelongs();
    }

    @Test
    void files_of_the_current_spec_that_need_nothing_are_not_touched() throws IOException {
        Visits visits = visits(NONE, 3);
        visits.append(20);
        visits.append(20);
        visits.append(20);
        visits.append(20);
        visits.evolve(List.of(), List.of("identity(day)"));
        visits.append(List.of(visits.row(500)));
        DataFile untouched = visits.ofCurrentSpec().get(0);
        byte[] bytes = Files.readAllBytes(Path.of(untouched.location()));

        Change change = IcebergPass.compact(format, visits.events().ref());

        assertThat(change.removed()).hasSize(4).doesNotContain(untouched.location());
        assertThat(Path.of(untouched.location())).hasBinaryContent(bytes);
        assertThat(visits.events().files()).extracting(DataFile::location).contains(untouched.location());
    }

    @Test
    void a_plan_says_what_moves_and_keeps_it_in_a_commit_of_its_own() {
        Visits visits = visits(NONE, 2);
        visits.append(20);
        visits.append(20);
        visits.evolve(List.of(), List.of("identity(day)"));
        visits.append(20);
        visits.append(20);

        MaintenancePlan plan = IcebergPass.plan(format, visits.events().ref());

        assertThat(plan.steps())
                .extracting(Sentences::of)
                .containsExactly(
                        "compact 6 files in 3 groups towards 128.0 MiB",
                        "compact 2 files in 1 group towards 128.0 MiB,"
                                + " from an earlier partitioning to the current one where that leaves fewer files");
    }

    @Test
    void a_plan_made_before_the_partitioning_changed_is_refused() {
        Visits visits = visits(NONE, 2);
        visits.append(20);
        visits.append(20);
        MaintenancePlan plan = IcebergPass.plan(format, visits.events().ref());
        visits.evolve(List.of(), List.of("identity(day)"));

        StepOutcome outcome = IcebergPass.compact(format, plan, file -> {});

        assertThat(outcome.kind()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(outcome.text()).contains("schema, partitioning or properties have changed since plan");
    }

    /** What another writer commits while files move, and whether the move gives way. */
    enum Rival {
        OLD_PARTITION(StepOutcome.Kind.CONFLICTED, v -> v.events().deleteIdsBeside(ofOldSpec(v), 0, 3, 6)),
        NEW_PARTITION(StepOutcome.Kind.DONE, v -> {
            v.append(List.of(v.row(3000)));
            v.events().deleteIdsBeside(v.ofCurrentSpec().get(0), 0, 3, 6);
        }),
        POSITIONS(StepOutcome.Kind.CONFLICTED, v -> v.events().deletePositions(ofOldSpec(v), 1)),
        APPEND(StepOutcome.Kind.DONE, v -> v.append(9)),
        FILE(
                StepOutcome.Kind.CONFLICTED,
                v -> v.events().deleteFile(ofOldSpec(v).location())),
        SPEC(
                StepOutcome.Kind.DONE,
                v -> v.table()
                        .updateSpec()
                        .addField(Expressions.bucket("id", 2))
                        .commit());

        private final StepOutcome.Kind end;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
        private final Consumer<Visits> act;

        Rival(StepOutcome.Kind end, Consumer<Visits> act) {
            this.end = end;
            this.act = act;
        }

        private static DataFile ofOldSpec(Visits visits) {
            return visits.events().files().stream()
                    .filter(file -> file.specId() == 0)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OLD_PARTITION, 2", "OLD_PARTITION, 3", "NEW_PARTITION, 2", "NEW_PARTITION, 3", "POSITIONS, 2", "POSITIONS, 3",
        "APPEND, 1", "APPEND, 3", "FILE, 1", "FILE, 3", "SPEC, 1", "SPEC, 3"
    })
    void a_move_gives_way_to_every_delete_that_would_not_reach_its_rows_any_longer(Rival rival, int version) {
        Visits visits = visits(Visits.spec("identity(day)"), version);
        for (int i = 0; i < 4; i++) {
            visits.append(12);
        }
        visits.evolve(List.of("identity(day)"), List.of("bucket(place)"));

        meets(visits, rival.act, rival.end);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void a_delete_of_all_partitions_still_reaches_rows_that_move_where_there_are_none(int version) {
        Visits visits = visits(Visits.spec("identity(day)"), version);
        for (int i = 0; i < 4; i++) {
            visits.append(12);
        }
        visits.evolve(List.of("identity(day)"), List.of());

        meets(
                visits,
                v -> v.table()
                        .newRowDelta()
                        .addDeletes(v.events().writeEqualityDeletesEverywhere(0, 1, 2, 3))
                        .commit(),
                StepOutcome.Kind.DONE);

        assertThat(visits.events().ids()).doesNotContain(0L, 1L, 2L, 3L).contains(4L);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void a_late_delete_of_an_old_partition_keeps_its_files_from_moving_where_there_are_none(int version) {
        Visits visits = visits(Visits.spec("identity(day)"), version);
        for (int i = 0; i < 4; i++) {
            visits.append(12);
        }
        visits.evolve(List.of("identity(day)"), List.of());

        meets(visits, v -> v.events().deleteIdsBeside(Rival.ofOldSpec(v), 0, 3, 6), StepOutcome.Kind.CONFLICTED);
    }

    /** Lets another writer commit once the first file is about to be written. What is to be seen afterwards is theirs. */
    private void meets(Visits visits, Consumer<Visits> act, StepOutcome.Kind end) {
        MaintenancePlan plan = IcebergPass.plan(format, visits.events().ref());
        List<List<String>> theirs = new ArrayList<>();

        StepOutcome outcome = IcebergPass.compact(format, plan, file -> {
            if (theirs.isEmpty()) {
                act.accept(visits);
                theirs.add(visits.events().rows());
            }
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(end);
        assertThat(visits.events().rows()).isEqualTo(theirs.get(0));
        visits.requireEveryRowWhereItBelongs();
        if (end == StepOutcome.Kind.DONE) {
            assertThat(outcome.text()).contains("of the table's current partitioning, and committed version");
            assertThat(Verifier.verify(
                                    format,
                                    visits.events().ref(),
                                    outcome.change().orElseThrow(),
                                    Instant.now())
                            .problems())
                    .isEmpty();
        }
    }

    /** Tables of any past: specs, schemas, appends and deletes in any order. */
    @TestFactory
    Stream<DynamicTest> whatever_a_table_has_been_through_its_rows_and_their_ids_stay() {
        Sample sample = Sample.seeded();
        return sample.of(200, 4).stream()
                .map(number -> DynamicTest.dynamicTest(
                        "past %d, seed %d".formatted(number, sample.seed()),
                        () -> survives(sample.random(number), folder.resolve("past-" + number))));
    }

    private void survives(Random random, Path place) {
        int version = 1 + random.nextInt(3);
        Visits visits = new Visits(place, NONE, version);
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            for (int appends = 1 + random.nextInt(5); appends > 0; appends--) {
                visits.append(10 + random.nextInt(20));
            }
            deleteSome(visits, random, version);
            change(visits, fields, random);
        }
        List<String> rows = visits.events().rows();
        Map<String, Long> sizes = sizes(visits);
        for (int pass = 0; pass < 3; pass++) {
            if (compactions(visits).isEmpty()) {
                break;
            }
            IcebergPass.compact(format, visits.events().ref());
            assertThat(visits.events().rows()).isEqualTo(rows);
            visits.requireEveryRowWhereItBelongs();
        }
        assertThat(compactions(visits)).as("after three passes").isEmpty();
        assertThat(sizes(visits)).hasSizeLessThanOrEqualTo(sizes.size());
    }

    private static Map<String, Long> sizes(Visits visits) {
        Map<String, Long> sizes = new HashMap<>();
        visits.events().files().forEach(file -> sizes.put(file.location(), file.fileSizeInBytes()));
        return sizes;
    }

    private static void deleteSome(Visits visits, Random random, int version) {
        if (version == 1) {
            return;
        }
        List<DataFile> files = visits.events().files();
        DataFile one = files.get(random.nextInt(files.size()));
        visits.events().deleteIdsBeside(one, random.nextInt(60), random.nextInt(60), random.nextInt(60));
        DataFile young = files.get(files.size() - 1);
        if (random.nextBoolean()) {
            visits.events().deletePositions(young, random.nextInt((int) young.recordCount()));
        }
    }

    private static void change(Visits visits, List<String> fields, Random random) {
        List<String> all = new ArrayList<>(List.of(
                "year(at)",
                "day(at)",
                "hour(at)",
                "bucket(id)",
                "truncate(place)",
                "identity(day)",
                "identity(ratio)"));
        if (fields.stream().anyMatch(field -> field.endsWith("(at)"))) {
            all.removeIf(field -> field.endsWith("(at)"));
        }
        all.removeAll(fields);
        String added = all.get(random.nextInt(all.size()));
        List<String> removed = fields.isEmpty() || random.nextBoolean() ? List.of() : List.of(fields.get(0));
        visits.evolve(removed, List.of(added));
        fields.removeAll(removed);
        fields.add(added);
        if (random.nextInt(4) == 0) {
            visits.table()
                    .updateSchema()
                    .addColumn("extra_" + visits.table().schemas().size(), Types.StringType.get())
                    .commit();
        }
    }
}
