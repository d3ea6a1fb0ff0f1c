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
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.ReadOnlyStore;
import dev.sluice.testkit.RiggedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.GenericBlobMetadata;
import org.apache.iceberg.GenericStatisticsFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StatisticsFile;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Looking at Iceberg tables: files by partition, deletes apart, history, objections, leftovers. */
class IcebergStateTest {

    private static final Retention WEEK = new Retention(Duration.ofDays(7));

    @TempDir
    private Path folder;

    private final Store store = new LocalStore();

    private IcebergFormat format() {
        return format(store, Clock.systemUTC());
    }

    private static IcebergFormat format(Store store, Clock clock) {
        return new IcebergFormat(
                store, new Catalogs(store, List.of()), clock, new RewriteLimits(2, Bytes.ofMebibytes(64)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void lists_data_files_by_partition_with_their_rows_and_sizes(int version) {
        Events events = Events.create(folder.resolve("t"), version, 3);

        TableState state = format(new ReadOnlyStore(store), Clock.systemUTC()).inspect(events.ref());

        List<DataFile> files = files(state);
        assertThat(files).hasSize(6).allSatisfy(file -> {
            assertThat(file.rows()).isEqualTo(Events.ROWS_PER_FILE);
            assertThat(file.size())
                    .isEqualTo(store.find(Location.parse(file.path()))
                            .orElseThrow()
                            .size());
            assertThat(file.deletes()).isEmpty();
            assertThat(file.leaveAlone()).isNull();
        });
        assertThat(files)
                .extracting(file -> file.partition().toString())
                .containsOnly("day=2026-11-01", "day=2026-11-02");
        assertThat(state.version()).isEqualTo(events.table().currentSnapshot().snapshotId());
        assertThat(state.history().versions()).isEqualTo(6);
        assertThat(state.history().manifests()).hasValue(6);
        assertThat(state.history().metadata().count()).isPositive();
        assertThat(state.objections()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void counts_deletes_apart_from_data_files(int version) {
        Events events = Events.create(folder.resolve("t"), version, 2);
        org.apache.iceberg.DataFile first = events.files().get(0);
        events.deletePositions(first, 1, 3, 5);
        events.deleteIds(Events.DAYS.get(1), 15);

        TableState state = format().inspect(events.ref());

        assertThat(files(state)).hasSize(4);
        DataFile deleted = files(state).stream()
                .filter(file -> file.path().equals(first.location()))
                .findFirst()
                .orElseThrow();
        assertThat(deleted.deletedRows()).isEqualTo(3);
        assertThat(deleted.deletes()).isNotEmpty();
        assertThat(state.history().deleteFiles()).hasValueSatisfying(deletes -> {
            assertThat(deletes.files()).isEqualTo(2);
            assertThat(deletes.dangling()).isEmpty();
            assertThat(deletes.bytes().count()).isPositive();
        });
    }

    @Test
    void an_equality_delete_does_not_make_a_file_another_input() {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        List<String> before = files(format().inspect(events.ref())).stream()
                .map(DataFile::deletes)
                .toList();

        events.deleteIds(Events.DAYS.get(0), 3);

        assertThat(files(format().inspect(events.ref())).stream().map(DataFile::deletes))
                .isEqualTo(before);
    }

    @Test
    void tells_a_dangling_delete() {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        org.apache.iceberg.DataFile first = events.files().get(0);
        events.deletePositions(first, 1);
        events.deleteFile(first.location());

        assertThat(format().inspect(events.ref()).history().deleteFiles())
                .hasValueSatisfying(deletes -> assertThat(deletes.dangling()).hasSize(1));
    }

    @Test
    void keeps_partitions_of_an_older_spec_apart() {
        Events events = Events.create(folder.resolve("t"), 2, 1);
        events.table().updateSpec().addField(Expressions.bucket("id", 4)).commit();

        assertThat(files(format().inspect(events.ref())))
                .extracting(DataFile::partition)
                .contains(new Partition(
                        List.of(new Partition.Field("_spec", "0"), new Partition.Field("day", "2026-11-01"))));
    }

    @Test
    void an_empty_table_has_no_files() {
        Events events = Events.create(folder.resolve("t"), 2, 0);

        TableState state = format().inspect(events.ref());

        assertThat(files(state)).isEmpty();
        assertThat(format().inspect(events.ref(), state.version()).fingerprint())
                .isEqualTo(state.fingerprint());
        assertThat(format().leftovers(state, WEEK).objection())
                .hasValueSatisfying(text -> assertThat(text).contains("proves nothing"));
    }

    @Test
    void an_append_leaves_the_fingerprint_and_a_changed_schema_does_not() {
        Events events = Events.create(folder.resolve("t"), 2, 1);
        String before = format().inspect(events.ref()).fingerprint();
        events.append(Events.DAYS.get(0));
        events.table().updateProperties().set("comment", "changed by an engine").commit();
        assertThat(format().inspect(events.ref()).fingerprint()).isEqualTo(before);

        events.table().updateSchema().addColumn("more", Types.IntegerType.get()).commit();

        assertThat(format().inspect(events.ref()).fingerprint()).isNotEqualTo(before);
    }

    @Test
    void names_what_keeps_a_table_from_being_changed() {
        assertThat(objections(Map.of("sluice.enabled", "false")))
                .extracting(Objection::kind)
                .containsExactly(Objection.Kind.SWITCHED_OFF);
        assertThat(objections(Map.of("encryption.key-id", "k1")))
                .extracting(Objection::text)
                .containsExactly("It is encrypted, and what Sluice writes would not be.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "", "0"})
    void a_switch_that_cannot_be_read_switches_sluice_off_and_is_told(String value) {
        assertThat(objections(Map.of("sluice.enabled", value)))
                .containsExactly(new Objection(
                        Objection.Kind.SWITCHED_OFF,
                        "The table's property sluice.enabled is \"%s\", which is neither true nor false; until it is, Sluice stays off."
                                .formatted(value)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "write.target-file-size-bytes | 512MB | which is no whole number of at least 1",
                "write.target-file-size-bytes | 0 | which is no whole number of at least 1",
                "write.target-file-size-bytes | -1 | which is no whole number of at least 1",
                "write.metadata.metrics.max-inferred-column-defaults | all | which is no whole number up to 2147483647",
            })
    void a_property_that_no_writer_can_read_is_told_before_anything_is_done(String key, String value, String why) {
        String told = "The property %s asks for \"%s\", %s.".formatted(key, value, why);
        Events events = Events.create(folder.resolve("t"), 2, 3);
        TableOperations operations = ((BaseTable) events.table()).operations();
        operations.commit(operations.current(), operations.current().replaceProperties(Map.of(key, value)));

        assertThat(format().inspect(events.ref()).objections())
                .containsExactly(new Objection(Objection.Kind.UNSUPPORTED, told));
        assertThatThrownBy(() -> IcebergPass.plan(format(), events.ref()))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
                    assertThat(e.reason()).isEqualTo(told);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "write.metadata.metrics.default | most | is no mode of metrics",
                "write.metadata.metrics.column.id | truncate(x) | is no mode of metrics",
                "write.format.default | parqet | is no format of files",
            })
    void a_property_that_others_read_past_is_told_in_the_plan(String key, String value, String why) {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        events.table().updateProperties().set(key, value).commit();

        MaintenancePlan plan = IcebergPass.plan(format(), events.ref());

        assertThat(plan.steps()).hasSize(1);
        assertThat(plan.leftAlone())
                .singleElement()
                .satisfies(left -> assertThat(left.text())
                        .startsWith("the property %s asks for \"%s\", which %s; ".formatted(key, value, why)));
    }

    static Stream<Type> typesThatAreNotWritten() {
        return Stream.of(
                Types.VariantType.get(),
                Types.GeometryType.crs84(),
                Types.GeographyType.crs84(),
                Types.TimestampNanoType.withZone(),
                Types.UnknownType.get());
    }

    @ParameterizedTest
    @MethodSource("typesThatAreNotWritten")
    void names_the_column_whose_type_is_not_written(Type type) {
        Schema schema = new Schema(
                required(1, "id", Types.LongType.get()),
                optional(2, "inner", Types.StructType.of(optional(3, "odd", type))));
        Events events = Events.empty(folder.resolve("t"), schema, PartitionSpec.unpartitioned(), 3, Map.of());

        assertThat(format().inspect(events.ref()).objections())
                .containsExactly(new Objection(
                        Objection.Kind.UNSUPPORTED,
                        "Column inner.odd has the type %s, which Sluice does not write.".formatted(type)));
    }

    private List<Objection> objections(Map<String, String> properties) {
        Events events =
                Events.create(folder.resolve(properties.keySet().iterator().next()), 3, 1, properties);
        return format().inspect(events.ref()).objections();
    }

    @Test
    void leaves_a_table_to_somebody_else_who_rewrites_it() {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        List<org.apache.iceberg.DataFile> files = events.files();
        events.table()
                .newRewrite()
                .deleteFile(files.get(0))
                .addFile(events.write(Events.DAYS.get(0), Events.ROWS_PER_FILE))
                .commit();

        assertThat(format().inspect(events.ref()).objections())
                .singleElement()
                .satisfies(objection -> assertThat(objection.kind()).isEqualTo(Objection.Kind.OWNER_MAINTAINS));
        Clock later = Clock.fixed(Instant.now().plus(Duration.ofDays(15)), ZoneOffset.UTC);
        assertThat(format(store, later).inspect(events.ref()).objections()).isEmpty();
    }

    @Test
    void finds_what_nothing_refers_to_and_nothing_else() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        events.deletePositions(events.files().get(0), 1);
        events.table()
                .manageSnapshots()
                .createTag("kept", events.table().currentSnapshot().snapshotId())
                .commit();
        events.deleteFile(events.files().get(1).location());
        Path statistics = Files.writeString(events.folder().resolve("metadata/stats.puffin"), "statistics");
        events.table()
                .updateStatistics()
                .setStatistics(statistics(events, statistics))
                .commit();
        Path old = Files.writeString(events.folder().resolve("data/stray-old.parquet"), "stray");
        Files.writeString(events.folder().resolve("data/stray-young.parquet"), "stray");
        Files.writeString(events.folder().resolve("data/.hidden.crc"), "check sum");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(30))));

        Leftovers left = format().leftovers(format().inspect(events.ref()), WEEK);

        assertThat(left.objection()).isEmpty();
        assertThat(left.unreferenced()).isEqualTo(2);
        assertThat(left.eligible()).extracting(file -> file.location().name()).containsExactly("stray-old.parquet");
    }

    private static StatisticsFile statistics(Events events, Path file) {
        return new GenericStatisticsFile(
                events.table().currentSnapshot().snapshotId(),
                file.toString(),
                10,
                5,
                List.of(new GenericBlobMetadata("test", 1, 1, List.of(1), Map.of())));
    }

    @Test
    void a_file_that_is_referred_to_under_another_host_means_that_nothing_is_removed() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 1);
        Path file = Files.writeString(events.folder().resolve("data/moved.parquet"), "a live file");
        events.commitAppend(DataFiles.builder(Events.BY_DAY)
                .withPath("hdfs://namenode" + file)
                .withFileSizeInBytes(11)
                .withRecordCount(1)
                .withPartitionPath("day=2026-11-01")
                .build());

        assertThat(format().leftovers(format().inspect(events.ref()), WEEK).objection())
                .hasValueSatisfying(text -> assertThat(text).contains("under another bucket or host"));
    }

    @Test
    void refuses_to_judge_files_where_another_table_shares_the_folder() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 1);
        Events other = Events.create(folder.resolve("other"), 2, 1);
        Files.copy(
                other.folder().resolve("metadata/v1.metadata.json"),
                events.folder().resolve("metadata/00000-other.metadata.json"));

        assertThat(format().leftovers(format().inspect(events.ref()), WEEK).objection())
                .hasValueSatisfying(
                        text -> assertThat(text).contains("Another table, ").contains("00000-other.metadata.json"));
    }

    @Test
    void refuses_to_judge_files_below_which_or_above_which_another_table_lies() {
        Events outer = Events.create(folder.resolve("outer"), 2, 1);
        Events inner = Events.create(folder.resolve("outer/data/inner"), 2, 1);

        assertThat(format().leftovers(format().inspect(outer.ref()), WEEK).objection())
                .hasValueSatisfying(text -> assertThat(text).contains("Another table"));
        assertThat(format().leftovers(format().inspect(inner.ref()), WEEK).objection())
                .hasValueSatisfying(text -> assertThat(text).contains("lies below another table"));
    }

    @ParameterizedTest
    @CsvSource({
        "Delta,_delta_log/00000000000000000000.json",
        "Lance,_versions/1.manifest",
        "Hudi,.hoodie/hoodie.properties",
        "Paimon,schema/schema-0"
    })
    void refuses_to_judge_files_where_a_table_of_another_format_lies_in_below_or_above(String format, String mark)
            throws IOException {
        Events events = Events.create(folder.resolve("outer/t"), 2, 1);
        for (String place : List.of("", "data/nested/")) {
            Path file = write(events.folder().resolve(place + mark));
            assertThat(format().leftovers(format().inspect(events.ref()), WEEK).objection())
                    .contains("Another table (%s) lies in or below the table's folder: %s%s."
                            .formatted(format, place, mark));
            Files.delete(file);
        }
        write(folder.resolve("outer").resolve(mark));

        assertThat(format().leftovers(format().inspect(events.ref()), WEEK).objection())
                .contains("The table lies below another table (%s), %s, which may refer to its files."
                        .formatted(format, folder.resolve("outer")));
    }

    @Test
    void where_a_folder_below_cannot_be_listed_it_says_which_and_assesses_nothing() {
        Events events = Events.create(folder.resolve("t"), 2, 1);
        Store locked = RiggedStore.of(store, Map.of("list", (below, arguments) -> {
            throw new GateException(Fault.STORAGE, "/lake/t/locked", "Could not list it.");
        }));
        IcebergFormat format = format(locked, Clock.systemUTC());

        Leftovers left = format.leftovers(format.inspect(events.ref()), WEEK);

        assertThat(left.areAssessed()).isFalse();
        assertThat(left.objection()).contains("The table's files cannot be listed: /lake/t/locked: Could not list it.");
    }

    @Test
    void what_lies_at_an_address_without_a_table_is_told_without_looking_into_its_folders() throws IOException {
        write(folder.resolve("lake/archive/deep/file.txt"));
        write(folder.resolve("lake/notes.txt"));
        write(folder.resolve("file.txt"));
        Store shallow = RiggedStore.of(store, Map.of("list", (below, arguments) -> {
            throw new AssertionError("listed at any depth");
        }));

        assertNoTable(
                shallow,
                "lake",
                "There is no metadata folder of an Iceberg table; what is there: archive/, notes.txt.");
        assertNoTable(shallow, "file.txt", "This is a file; a table is a folder.");
        assertNoTable(shallow, "nothing", "Nothing is there.");
    }

    private void assertNoTable(Store place, String name, String why) {
        TableRef ref = new TableRef("iceberg", folder.resolve(name).toString());
        assertThatThrownBy(() -> format(place, Clock.systemUTC()).inspect(ref))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_NOT_FOUND);
                    assertThat(e.reason()).isEqualTo(why);
                });
    }

    private static Path write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "{}");
    }

    @Test
    void leaves_everything_where_garbage_collection_is_off() {
        Events events = Events.create(folder.resolve("t"), 2, 1, Map.of("gc.enabled", "false"));

        assertThat(format().leftovers(format().inspect(events.ref()), WEEK).objection())
                .hasValueSatisfying(text -> assertThat(text).contains("gc.enabled=false"));
    }

    @Test
    void says_where_a_table_belongs_to_a_catalog() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 1);
        for (int version = 1; version <= 3; version++) {
            Path file = events.folder().resolve("metadata/v%d.metadata.json".formatted(version));
            if (Files.exists(file)) {
                Files.move(file, file.resolveSibling("0000%d-abc.metadata.json".formatted(version)));
            }
        }

        assertThat(format().livesAt(Location.local(events.folder()))).isFalse();
        assertThatThrownBy(() -> format().inspect(events.ref()))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_NOT_FOUND))
                .hasMessageContaining("name it as iceberg:CATALOG/NAMESPACE.TABLE");
    }

    @Test
    void does_not_take_a_folder_on_s3_for_a_table() {
        assertThatThrownBy(() -> format().inspect(new TableRef("iceberg", "s3://lake/events")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining("is known to a catalog only");
    }

    private static List<DataFile> files(TableState state) {
        try (Stream<DataFile> files = state.files()) {
            return files.toList();
        }
    }
}
