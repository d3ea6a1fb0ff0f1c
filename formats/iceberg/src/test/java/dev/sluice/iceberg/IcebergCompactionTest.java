/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.LeftAlone;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.store.Location;
import dev.sluice.core.verify.Verification;
import dev.sluice.core.verify.Verifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compaction of Iceberg tables: rows and row lineage stay, deletes are applied, other writers are given way to. */
class IcebergCompactionTest {

    private static final String DAY = Events.DAYS.get(0);

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void merges_the_files_of_each_partition_and_keeps_every_row(int version) {
        Events events = Events.create(folder.resolve("t"), version, 4);
        List<String> rows = events.rows();

        Change change = IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files()).hasSize(2);
        assertThat(change.removed()).hasSize(8);
        assertThat(events.table().currentSnapshot().summary())
                .hasEntrySatisfying("sluice.run", run -> assertThat(run).startsWith(IcebergPass.RUN))
                .containsKey("sluice.commit");
        assertThat(IcebergPass.plan(format, events.ref()).steps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void applies_deletes_of_every_kind_and_takes_those_of_rewritten_files_out(int version) {
        Events events = Events.create(folder.resolve("t"), version, 4);
        DataFile first = events.files().get(0);
        events.deletePositions(first, 1, 3, 5);
        events.deleteIds(DAY, 20, 21, 22);
        events.deleteIds(Events.DAYS.get(1), 10);
        events.commitAppend(events.write(DAY, List.of(events.row(20, DAY), events.row(21, DAY))));
        List<String> rows = events.rows();
        assertThat(events.ids()).hasSize(8 * Events.ROWS_PER_FILE - 3 - 2).contains(20L, 21L);

        Change change = IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(change.rowsWritten()).isEqualTo(rows.size());
        assertThat(events.table().currentSnapshot().summary()).containsEntry("total-position-deletes", "0");
    }

    /** What a delete by equality takes away, the metadata does not tell: the table's rows are not known from it. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void counts_the_rows_that_it_moved_where_the_metadata_does_not_tell_those_of_the_table(int version) {
        Events events = Events.create(folder.resolve("t"), version, 3);
        events.deleteIds(DAY, 0, 1, 2);

        Change change = IcebergPass.compact(format, events.ref());

        Verification verification = Verifier.verify(format, events.ref(), change, Instant.now());
        assertThat(verification.problems()).isEmpty();
        assertThat(verification.rowsBefore()).isEqualTo(57);
        assertThat(verification.rowsAfter()).isEqualTo(57);
    }

    @Test
    void tells_that_merged_files_are_not_sorted_where_the_table_asks_for_it() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        events.table().replaceSortOrder().asc("day").desc("id").commit();
        List<String> rows = events.rows();

        MaintenancePlan plan = IcebergPass.plan(format, events.ref());
        Change change = IcebergPass.compact(format, events.ref());

        assertThat(plan.leftAlone())
                .anySatisfy(left -> assertThat(left.text())
                        .isEqualTo(
                                "the table asks for rows sorted by day, id descending; merged files are not sorted, and"
                                        + " say so"));
        assertThat(change.notes())
                .containsExactly(
                        "The table asks for rows sorted by day, id descending; merged files are not sorted, and say"
                                + " so.");
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files()).hasSize(2).extracting(DataFile::sortOrderId).containsOnly(0);
        assertThat(IcebergPass.plan(format, events.ref()).leftAlone())
                .noneSatisfy(left -> assertThat(left.text()).contains("sorted"));
    }

    @Test
    void leaves_sorted_files_as_they_are_and_merges_the_others() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        events.table().replaceSortOrder().asc("id").commit();
        Events later = Events.at(events.folder());
        List<String> sorted = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            DataFile file = DataFiles.builder(later.table().spec())
                    .copy(later.write(DAY, 10))
                    .withSortOrder(later.table().sortOrder())
                    .build();
            later.commitAppend(file);
            sorted.add(file.location());
        }
        List<String> rows = later.rows();

        MaintenancePlan plan = IcebergPass.plan(format, events.ref());
        IcebergPass.compact(format, events.ref());

        assertThat(plan.leftAlone())
                .anySatisfy(left -> assertThat(left.text())
                        .isEqualTo(
                                "2 small files are left alone: the file is sorted (order 1), which mixing would undo"));
        assertThat(later.rows()).isEqualTo(rows);
        assertThat(later.files()).hasSize(4).extracting(DataFile::location).containsAll(sorted);
        assertThat(later.files().stream().filter(file -> !sorted.contains(file.location())))
                .extracting(DataFile::sortOrderId)
                .containsOnly(0);
    }

    @Test
    void a_delete_may_compare_a_column_that_was_dropped_since() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        events.deleteIds(DAY, 0, 1);
        events.table().updateSchema().deleteColumn("id").commit();

        Change change = IcebergPass.compact(format, events.ref());

        assertThat(change.rowsWritten()).isEqualTo(58);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void follows_columns_by_id_through_renames_additions_and_promotions(int version) {
        Schema schema = new Schema(
                required(1, "id", Types.LongType.get()),
                required(2, "day", Types.StringType.get()),
                optional(3, "count", Types.IntegerType.get()),
                optional(4, "ratio", Types.FloatType.get()),
                optional(5, "gone", Types.StringType.get()));
        Events events = Events.empty(
                folder.resolve("t"),
                schema,
                PartitionSpec.builderFor(schema).identity("day").build(),
                version,
                Map.of());
        events.commitAppend(events.write(DAY, List.of(row(events, 1, "count", 7, "ratio", 1.5f, "gone", "x"))));
        events.table()
                .updateSchema()
                .renameColumn("count", "total")
                .updateColumn("count", Types.LongType.get())
                .updateColumn("ratio", Types.DoubleType.get())
                .deleteColumn("gone")
                .addColumn("extra", Types.StringType.get())
                .commit();
        Events later = Events.at(events.folder());
        later.commitAppend(later.write(DAY, List.of(row(later, 2, "total", 1L << 40, "ratio", 2.5, "extra", "y"))));
        later.table().updateSchema().addColumn("gone", Types.StringType.get()).commit();
        List<String> rows = Events.at(events.folder()).rows();

        IcebergPass.compact(format, events.ref());

        assertThat(Events.at(events.folder()).rows()).isEqualTo(rows);
        assertThat(Events.at(events.folder()).files()).hasSize(1);
    }

    private static Record row(Events events, long id, Object... fields) {
        Record row = events.row(id, DAY);
        for (int i = 0; i < fields.length; i += 2) {
            row.setField((String) fields[i], fields[i + 1]);
        }
        return row;
    }

    @Test
    void fills_in_the_default_of_a_column_that_is_younger_than_a_file() {
        Events events = Events.create(folder.resolve("t"), 3, 2);
        events.table()
                .updateSchema()
                .addColumn("country", Types.StringType.get(), "of origin", Literal.of("nowhere"))
                .addRequiredColumn("rank", Types.IntegerType.get(), "first", Literal.of(7))
                .commit();
        List<String> rows = Events.at(events.folder()).rows();
        assertThat(rows).allSatisfy(row -> assertThat(row).contains("nowhere"));

        IcebergPass.compact(format, events.ref());

        assertThat(Events.at(events.folder()).rows()).isEqualTo(rows);
    }

    @Test
    void rows_that_had_no_id_when_the_table_came_to_version_3_get_theirs_from_the_commit() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        events.table().updateProperties().set("format-version", "3").commit();
        SortedSet<Long> ids = events.ids();

        IcebergPass.compact(format, events.ref());

        assertThat(events.ids()).isEqualTo(ids);
        assertThat(events.rows()).allSatisfy(row -> assertThat(row).doesNotContain("_row_id=null"));
        List<String> rows = events.rows();
        events.append(DAY);
        List<String> more = events.rows();
        IcebergPass.compact(format, events.ref());
        assertThat(events.rows()).isEqualTo(more).containsAll(rows);
    }

    @ParameterizedTest
    @CsvSource({"year", "month", "day", "hour", "bucket", "truncate", "identity"})
    void keeps_partition_values_of_every_transform(String transform) {
        Schema schema = new Schema(
                required(1, "id", Types.LongType.get()),
                required(2, "day", Types.StringType.get()),
                required(3, "at", Types.TimestampType.withoutZone()));
        PartitionSpec.Builder spec = PartitionSpec.builderFor(schema);
        switch (transform) {
            case "year" -> spec.year("at");
            case "month" -> spec.month("at");
            case "day" -> spec.day("at");
            case "hour" -> spec.hour("at");
            case "bucket" -> spec.bucket("id", 3);
            case "truncate" -> spec.truncate("day", 4);
            default -> spec.identity("at");
        }
        Events events = Events.empty(folder.resolve("t"), schema, spec.build(), 2, Map.of());
        for (int i = 0; i < 12; i++) {
            Record row = row(
                    events,
                    1000 + i,
                    "at",
                    LocalDateTime.of(1969, 12, 31, 23, 0).plusHours(i / 2));
            events.commitAppend(events.writeWhereItBelongs(row));
        }
        List<String> rows = events.rows();
        TreeSet<String> partitions = new TreeSet<>();
        events.files().forEach(file -> partitions.add(file.partition().toString()));

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files()).hasSameSizeAs(partitions);
        TreeSet<String> after = new TreeSet<>();
        events.files().forEach(file -> after.add(file.partition().toString()));
        assertThat(after).isEqualTo(partitions);
    }

    @Test
    void says_of_every_output_what_the_tables_metrics_modes_ask_for() {
        Events events = Events.create(
                folder.resolve("t"),
                2,
                3,
                Map.of("write.metadata.metrics.column.note", "none", "write.metadata.metrics.column.amount", "full"));

        IcebergPass.compact(format, events.ref());

        List<DataFile> files = events.filesWithStatistics();
        assertThat(files).hasSize(2).allSatisfy(file -> {
            assertThat(file.valueCounts())
                    .containsEntry(1, 30L)
                    .containsEntry(3, 30L)
                    .doesNotContainKey(4);
            assertThat(file.nullValueCounts()).containsEntry(3, 0L);
            assertThat(file.nanValueCounts().get(3)).isIn(3L, 6L);
            assertThat(file.splitOffsets()).containsExactly(4L);
            assertThat(file.columnSizes().keySet()).contains(1, 2, 3);
        });
        assertThat(files.stream()
                        .map(file -> (Long) Conversions.fromByteBuffer(
                                Types.LongType.get(), file.lowerBounds().get(1)))
                        .toList())
                .containsExactlyInAnyOrder(0L, 10L);
    }

    @Test
    void divides_files_as_the_table_wants() throws IOException {
        Events events = Events.create(
                folder.resolve("t"),
                2,
                2,
                Map.of(
                        "write.parquet.row-group-size-bytes", "4096",
                        "write.parquet.page-row-limit", "100",
                        "write.parquet.page-size-bytes", "2048",
                        "write.parquet.dict-size-bytes", "64",
                        "write.parquet.compression-level", "9",
                        "write.parquet.row-group-check-min-record-count", "7"));
        events.commitAppend(events.write(DAY, 5000));
        List<String> rows = events.rows();

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        DataFile large = events.files().stream()
                .filter(file -> file.recordCount() > 5000)
                .findFirst()
                .orElseThrow();
        assertThat(large.splitOffsets()).hasSizeGreaterThan(3);
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(Path.of(large.location())))) {
            for (BlockMetaData group : reader.getRowGroups()) {
                OffsetIndex pages = reader.readOffsetIndex(group.getColumns().get(0));
                for (int page = 0; page < pages.getPageCount(); page++) {
                    assertThat(pages.getLastRowIndex(page, group.getRowCount()) - pages.getFirstRowIndex(page) + 1)
                            .isLessThanOrEqualTo(100);
                }
            }
        }
    }

    @Test
    void writes_a_column_without_statistics_where_the_table_wants_none() throws IOException {
        Events events = Events.create(
                folder.resolve("t"),
                2,
                2,
                Map.of(
                        "write.parquet.stats-enabled.column.note", "false",
                        "write.parquet.stats-enabled.column.gone", "false"));
        List<String> rows = events.rows();

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        int note = events.table().schema().findField("note").fieldId();
        for (DataFile file : events.files()) {
            try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(Path.of(file.location())))) {
                assertThat(chunk(reader, "note").getStatistics().isEmpty()).isTrue();
                assertThat(reader.readColumnIndex(chunk(reader, "note"))).isNull();
                assertThat(chunk(reader, "id").getStatistics().hasNonNullValue())
                        .isTrue();
                assertThat(reader.readColumnIndex(chunk(reader, "id"))).isNotNull();
            }
        }
        try (CloseableIterable<FileScanTask> listed =
                events.table().newScan().includeColumnStats().planFiles()) {
            assertThat(listed)
                    .allSatisfy(task -> assertThat(task.file().nullValueCounts())
                            .as("manifests say what files do, as Iceberg's own writers have it")
                            .containsKey(events.table().schema().findField("id").fieldId())
                            .doesNotContainKey(note));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "true, , true",
        "true, false, false",
        "false, , false",
        "false, true, true",
    })
    void writes_a_column_with_a_dictionary_where_the_table_wants_one(
            String all, @Nullable String day, boolean hasDictionary) throws IOException {
        Map<String, String> properties = new HashMap<>(Map.of("parquet.enable.dictionary", all));
        if (day != null) {
            properties.put("write.parquet.dict-encoding-enabled.column.day", day);
        }
        Events events = Events.create(folder.resolve("t"), 2, 2, properties);

        IcebergPass.compact(format, events.ref());

        for (DataFile file : events.files()) {
            try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(Path.of(file.location())))) {
                assertThat(chunk(reader, "day").hasDictionaryPage()).isEqualTo(hasDictionary);
            }
        }
    }

    /** A column of a file's one row group. */
    private static ColumnChunkMetaData chunk(ParquetFileReader reader, String column) {
        assertThat(reader.getRowGroups()).hasSize(1);
        return reader.getRowGroups().get(0).getColumns().stream()
                .filter(chunk -> chunk.getPath().equals(ColumnPath.get(column)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void says_that_pages_of_version_2_are_not_written() {
        Events events = Events.create(folder.resolve("t"), 2, 2, Map.of("write.parquet.page-version", "v2"));
        String told = "he table asks for Parquet pages of version v2; merged files have pages of version 1, which every"
                + " reader reads";

        assertThat(IcebergPass.plan(format, events.ref()).leftAlone())
                .extracting(LeftAlone::text)
                .contains("t" + told);
        assertThat(IcebergPass.compact(format, events.ref()).notes()).containsExactly("T" + told + ".");
    }

    @Test
    void says_nothing_of_pages_where_the_table_asks_for_what_is_written() {
        Events events = Events.create(folder.resolve("t"), 2, 2, Map.of("write.parquet.page-version", "v1"));

        assertThat(IcebergPass.compact(format, events.ref()).notes()).isEmpty();
    }

    /** What the libraries would stumble over once all is written, as if it were the commit that had failed. */
    @Test
    void refuses_names_of_columns_that_cannot_be_read_before_anything_is_written() {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        TableOperations operations = ((BaseTable) events.table()).operations();
        operations.commit(
                operations.current(),
                operations.current().replaceProperties(Map.of("schema.name-mapping.default", "{id")));
        List<Location> announced = new ArrayList<>();
        MaintenancePlan plan = IcebergPass.plan(format, events.ref());

        assertThatThrownBy(() -> IcebergPass.compact(format, plan, announced::add))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining(
                        "The property schema.name-mapping.default holds no mapping of names that can be read.");
        assertThat(announced).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "write.parquet.row-group-size-bytes | big | which is no whole number of at least 1",
                "write.parquet.page-size-bytes | 0 | which is no whole number of at least 1",
                "write.parquet.page-row-limit | -5 | which is no whole number of at least 1",
                "write.parquet.dict-size-bytes | 1.5 | which is no whole number of at least 1",
                "write.parquet.compression-level | 99 | which is no whole number from 0 to 22",
                "write.parquet.compression-codec | best | which Sluice does not write",
                "write.parquet.bloom-filter-max-bytes | much | which is no whole number of at least 1",
            })
    void refuses_a_property_that_cannot_be_followed(String key, String value, String why) {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        events.table().updateProperties().set(key, value).commit();

        assertThatThrownBy(() -> IcebergPass.compact(format, events.ref()))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
                    assertThat(e.reason()).isEqualTo("The property %s asks for \"%s\", %s.".formatted(key, value, why));
                });
    }

    @Test
    void refuses_a_table_that_leaves_it_to_a_class_of_its_own_where_files_go() {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        events.table()
                .updateProperties()
                .set("write.location-provider.impl", "com.example.Elsewhere")
                .commit();

        assertThatThrownBy(() -> IcebergPass.compact(format, events.ref()))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
                    assertThat(e.reason())
                            .isEqualTo("The property write.location-provider.impl asks for the class"
                                    + " com.example.Elsewhere, which cannot be loaded here.");
                });
    }

    @Test
    void writes_where_and_as_the_table_wants() {
        Events events = Events.create(
                folder.resolve("t"),
                2,
                2,
                Map.of(
                        "write.object-storage.enabled", "true",
                        "write.data.path", folder.resolve("elsewhere").toString(),
                        "write.parquet.compression-codec", "gzip"));

        Change change = IcebergPass.compact(format, events.ref());

        assertThat(change.added())
                .hasSize(2)
                .allSatisfy(file -> assertThat(file.path()).startsWith(folder.resolve("elsewhere") + "/"));
    }

    @Test
    void writes_nothing_where_all_rows_of_a_group_are_deleted() {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        events.deleteIds(DAY, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        events.deleteIds(DAY, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
        List<String> rows = events.rows();

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows).hasSize(20);
        assertThat(events.files()).hasSize(1);
    }

    /** What another writer does while files are being rewritten, and how that ends. */
    enum Rival {
        APPEND(StepOutcome.Kind.DONE, events -> events.append(DAY)),
        EQUALITY_DELETE(StepOutcome.Kind.DONE, events -> events.deleteIds(DAY, 3)),
        POSITION_DELETE(StepOutcome.Kind.CONFLICTED, events -> events.deletePositions(ofDay(events), 4)),
        FILE_DELETED(
                StepOutcome.Kind.CONFLICTED,
                events -> events.deleteFile(ofDay(events).location())),
        OVERWRITE(
                StepOutcome.Kind.CONFLICTED,
                events -> events.table()
                        .newOverwrite()
                        .deleteFile(ofDay(events))
                        .addFile(events.write(DAY, 3))
                        .commit()),
        START_EXPIRED(StepOutcome.Kind.DONE, events -> {
            events.append(DAY);
            expire(events);
        }),
        HISTORY_EXPIRED(StepOutcome.Kind.CONFLICTED, events -> {
            events.append(DAY);
            events.append(DAY);
            expire(events);
        }),
        TAG_DROPPED(
                StepOutcome.Kind.DONE,
                events -> events.table().manageSnapshots().removeTag("kept").commit()),
        COLUMN_ADDED(
                StepOutcome.Kind.DONE,
                events -> events.table()
                        .updateSchema()
                        .addColumn("late", Types.IntegerType.get())
                        .commit()),
        SPEC_CHANGED(
                StepOutcome.Kind.DONE,
                events -> events.table().updateSpec().removeField("day").commit()),
        /** Iceberg prepares a commit with the specs that it knew when that began. */
        SPEC_CHANGED_AND_OVERWRITTEN(StepOutcome.Kind.CONFLICTED, events -> {
            DataFile replaced = ofDay(events);
            events.table().updateSpec().removeField("day").commit();
            Events anew = Events.at(events.folder());
            anew.table()
                    .newOverwrite()
                    .deleteFile(replaced)
                    .addFile(anew.write(DAY, 3))
                    .commit();
        });

        private final StepOutcome.Kind end;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
        private final Consumer<Events> act;

        Rival(StepOutcome.Kind end, Consumer<Events> act) {
            this.end = end;
            this.act = act;
        }

        /** Leaves the newest version alone. */
        private static void expire(Events events) {
            events.table().manageSnapshots().removeTag("kept").commit();
            events.table()
                    .expireSnapshots()
                    .expireOlderThan(System.currentTimeMillis())
                    .retainLast(1)
                    .commit();
        }

        /** Tables of version 1 have no deletes, so that nothing has to be looked for in their history. */
        private boolean isFor(int version) {
            return version > 1 || !(this == EQUALITY_DELETE || this == POSITION_DELETE || this == HISTORY_EXPIRED);
        }

        private static DataFile ofDay(Events events) {
            return events.files().stream()
                    .filter(file -> DAY.equals(file.partition().get(0, String.class)))
                    .findFirst()
                    .orElseThrow();
        }
    }

    static Stream<Arguments> rivals() {
        return Stream.of(Rival.values())
                .flatMap(rival -> Stream.of(1, 2, 3).filter(rival::isFor).map(version -> Arguments.of(rival, version)));
    }

    @ParameterizedTest
    @MethodSource("rivals")
    void another_writer_in_the_midst_of_it_loses_nothing(Rival rival, int version) throws IOException {
        Events events = Events.create(folder.resolve("t"), version, 3);
        events.table()
                .manageSnapshots()
                .createTag("kept", events.table().currentSnapshot().snapshotId())
                .commit();
        MaintenancePlan plan = IcebergPass.plan(format, events.ref());
        List<List<String>> theirs = new ArrayList<>();

        StepOutcome outcome = IcebergPass.compact(format, plan, file -> {
            if (theirs.isEmpty()) {
                rival.act.accept(Events.at(events.folder()));
                theirs.add(Events.at(events.folder()).rows());
            }
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(rival.end);
        assertThat(Events.at(events.folder()).rows()).isEqualTo(theirs.get(0));
        try (Stream<Path> files = Files.walk(events.folder())) {
            assertThat(files.anyMatch(file -> file.getFileName().toString().contains(IcebergPass.RUN)))
                    .as("files of the run that lie about")
                    .isEqualTo(rival.end == StepOutcome.Kind.DONE);
        }
        if (outcome.kind() == StepOutcome.Kind.DONE) {
            Snapshot ours = events.table().currentSnapshot();
            assertThat(ours.snapshotId())
                    .isEqualTo(outcome.change().orElseThrow().version());
        }
    }
}
