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
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables with ORC files: rewritten row by row, into what the table asks for, with every row and its lineage kept. */
class OrcFilesTest {

    private static final String DAY = Events.DAYS.get(0);
    private static final Map<String, String> ORC = Map.of("write.format.default", "orc");

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();

    private Events create(int version, Map<String, String> properties) {
        return Events.empty(folder.resolve("t"), Events.SCHEMA, Events.BY_DAY, version, properties)
                .in(FileFormat.ORC);
    }

    private Events create(int version, Map<String, String> properties, int filesPerDay) {
        Events events = create(version, properties);
        for (int i = 0; i < filesPerDay; i++) {
            Events.DAYS.forEach(events::append);
        }
        return events;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void become_fewer_orc_files_with_every_row_and_its_lineage(int version) {
        Events events = create(version, ORC, 4);
        List<String> rows = events.rows();

        Change change = IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(change.removed()).hasSize(8);
        assertThat(events.files()).hasSize(2).allSatisfy(file -> {
            assertThat(file.format()).isEqualTo(FileFormat.ORC);
            assertThat(file.location()).contains(IcebergPass.RUN).endsWith(".orc");
            assertThat(file.sortOrderId()).isIn(0, null);
        });
        assertThat(IcebergPass.plan(format, events.ref()).steps()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1,orc", "2,parquet", "3,orc", "3,parquet"})
    void share_a_group_with_parquet_files_after_the_table_has_changed_its_mind(int version, String wanted) {
        Events events = create(version, Map.of("write.format.default", wanted));
        events.append(DAY);
        events.in(FileFormat.PARQUET).append(DAY);
        events.in(FileFormat.ORC).append(DAY);
        List<String> rows = events.rows();

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files())
                .singleElement()
                .satisfies(file -> assertThat(file.format()).isEqualTo(FileFormat.fromString(wanted)));
        assertThat(IcebergPass.plan(format, events.ref()).steps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void lose_what_deletes_of_every_kind_take_away(int version) {
        Events events = create(version, ORC, 4);
        DataFile first = events.files().get(0);
        events.deletePositions(first, 0, 3, 9);
        events.deleteIds(DAY, 20, 21, 22);
        events.in(FileFormat.PARQUET).deleteIds(Events.DAYS.get(1), 10);
        events.commitAppend(events.in(FileFormat.ORC).write(DAY, List.of(events.row(20, DAY), events.row(21, DAY))));
        List<String> rows = events.rows();
        assertThat(rows).hasSize(8 * Events.ROWS_PER_FILE - 3 - 4 + 2);

        Change change = IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(change.rowsWritten()).isEqualTo(rows.size());
        assertThat(events.table().currentSnapshot().summary())
                .containsEntry("total-position-deletes", "0")
                .containsEntry("total-equality-deletes", "0");
    }

    @Test
    void that_have_lost_all_rows_leave_no_file() {
        Events events = create(2, ORC, 2);
        events.deleteIds(DAY, events.ids().stream().mapToLong(Long::longValue).toArray());
        List<String> rows = events.rows();

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows).hasSize(20);
        assertThat(events.files()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"1,orc", "2,parquet", "3,orc"})
    void keep_values_of_every_type_and_depth(int version, String wanted) {
        RandomRows random = new RandomRows();
        Events events = Events.empty(
                        folder.resolve("t"),
                        random.schema(),
                        PartitionSpec.unpartitioned(),
                        version,
                        Map.of("write.format.default", wanted))
                .in(FileFormat.ORC);
        for (int i = 0; i < 3; i++) {
            events.commitAppend(events.write(DAY, random.rows(1500)));
        }
        events.commitAppend(events.in(FileFormat.PARQUET).write(DAY, random.rows(700)));
        if (version > 1) {
            events.deletePositions(events.files().get(0), 0, 17, 1023, 1024, 1499);
            events.in(FileFormat.ORC).deletePositions(events.files().get(1), 5);
        }
        List<String> rows = RandomRows.text(events);

        IcebergPass.compact(format, events.ref());

        assertThat(RandomRows.text(events)).isEqualTo(rows);
        assertThat(events.files()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void follow_columns_by_id_through_renames_additions_and_promotions(int version) {
        Schema schema = new Schema(
                required(1, "id", Types.LongType.get()),
                required(2, "day", Types.StringType.get()),
                optional(3, "count", Types.IntegerType.get()),
                optional(4, "ratio", Types.FloatType.get()),
                optional(5, "gone", Types.StringType.get()),
                optional(6, "price", Types.DecimalType.of(9, 2)));
        Events events = Events.empty(
                        folder.resolve("t"),
                        schema,
                        PartitionSpec.builderFor(schema).identity("day").build(),
                        version,
                        ORC)
                .in(FileFormat.ORC);
        Record old = events.row(1, DAY);
        old.setField("count", 7);
        old.setField("ratio", 1.5f);
        old.setField("gone", "x");
        old.setField("price", new BigDecimal("12.30"));
        events.commitAppend(events.write(DAY, List.of(old)));
        events.table()
                .updateSchema()
                .renameColumn("count", "total")
                .updateColumn("count", Types.LongType.get())
                .updateColumn("ratio", Types.DoubleType.get())
                .updateColumn("price", Types.DecimalType.of(20, 2))
                .deleteColumn("gone")
                .addColumn("extra", Types.StringType.get())
                .commit();
        Events later = Events.at(events.folder()).in(FileFormat.ORC);
        Record young = later.row(2, DAY);
        young.setField("total", 1L << 40);
        young.setField("ratio", 2.5);
        young.setField("extra", "y");
        later.commitAppend(later.write(DAY, List.of(young)));
        later.table().updateSchema().addColumn("gone", Types.StringType.get()).commit();
        List<String> rows = Events.at(events.folder()).rows();
        assertThat(rows).anySatisfy(row -> assertThat(row).contains("12.30"));

        IcebergPass.compact(format, events.ref());

        assertThat(Events.at(events.folder()).rows()).isEqualTo(rows);
        assertThat(Events.at(events.folder()).files()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void move_with_their_rows_into_the_partitioning_that_the_table_has_now(int version) {
        Events events = create(version, ORC, 3);
        events.table().updateSpec().removeField("day").addField("note").commit();
        List<String> rows = Events.at(events.folder()).rows();

        IcebergPass.compact(format, events.ref());

        Events later = Events.at(events.folder());
        assertThat(later.rows()).isEqualTo(rows);
        assertThat(later.files()).allSatisfy(file -> assertThat(file.format()).isEqualTo(FileFormat.ORC));
    }

    @Test
    void are_looked_through_for_text_that_is_none_once_however_many_partitions_they_move_to() {
        Visits visits = new Visits(folder.resolve("t"), PartitionSpec.unpartitioned(), 2, FileFormat.ORC);
        for (int i = 0; i < 4; i++) {
            visits.append(30);
        }
        List<String> inputs =
                visits.events().files().stream().map(DataFile::location).toList();
        visits.evolve(List.of(), List.of("bucket(id)"));
        List<Location> opened = Collections.synchronizedList(new ArrayList<>());
        Store store = opening(opened);
        IcebergFormat watched = new IcebergFormat(
                store, new Catalogs(store, List.of()), Clock.systemUTC(), new RewriteLimits(2, Bytes.ofMebibytes(64)));

        Change change = IcebergPass.compact(watched, visits.events().ref());

        assertThat(change.removed()).containsExactlyInAnyOrderElementsOf(inputs);
        assertThat(change.added()).as("one for each bucket").hasSize(3);
        assertThat(inputs)
                .allSatisfy(input -> assertThat(opened.stream().filter(IcebergPath.location(input)::equals))
                        .as(
                                "where its rows belong and what its text is once; for each bucket to be merged and compared")
                        .hasSize(1 + 1 + 3 * 2));
    }

    /** Notes every file that is opened. */
    private static Store opening(List<Location> opened) {
        Store local = new LocalStore();
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("open")) {
                        opened.add((Location) arguments[0]);
                    }
                    try {
                        return method.invoke(local, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void have_the_partitions_value_whatever_they_hold_themselves() {
        Events events = create(2, ORC);
        events.commitAppend(events.write(DAY, List.of(events.row(1, "another day"))));
        events.commitAppend(events.write(DAY, List.of(events.row(2, DAY))));
        List<String> rows = events.rows();
        assertThat(rows).allSatisfy(row -> assertThat(row).contains("day=" + DAY));

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
    }

    @Test
    void without_ids_have_columns_by_the_names_that_the_table_gives() throws IOException {
        Events events = imported("day");
        events.table().updateSchema().renameColumn("day", "date").commit();

        IcebergPass.compact(format, events.ref());

        assertThat(Events.at(events.folder()).rows())
                .containsExactly("id=0, date=day", "id=0, date=day", "id=1, date=day", "id=1, date=day");
        assertThat(events.files()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orc", "parquet"})
    void with_text_that_is_none_are_refused_since_readers_make_other_text_of_it(String other) throws IOException {
        Events events = imported("na\u00efve");
        byte[] none = {'n', 'a', (byte) 0xEF, 'v', 'e'};
        Path file = folder.resolve("none." + other);
        if (other.equals("orc")) {
            writeWithoutIds(file, none);
        } else {
            writeParquet(file, none);
        }
        append(events, file, FileFormat.fromString(other));

        assertThatThrownBy(() -> IcebergPass.compact(format, events.ref()))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED);
                    assertThat(e.subject()).isEqualTo(file.toString());
                    assertThat(e.reason())
                            .isEqualTo(
                                    "Column day: it holds text that is not UTF-8, which a rewrite by rows would make other"
                                            + " text of.");
                });

        assertThatNothingIsLeft(events);
    }

    /** A table of two files that somebody else wrote, of two rows each with the same text. */
    private Events imported(String text) throws IOException {
        Schema schema = new Schema(optional(1, "id", Types.LongType.get()), optional(2, "day", Types.StringType.get()));
        Events events = Events.empty(
                folder.resolve("t"),
                schema,
                PartitionSpec.unpartitioned(),
                2,
                Map.of(
                        "write.format.default",
                        "orc",
                        TableProperties.DEFAULT_NAME_MAPPING,
                        NameMappingParser.toJson(MappingUtil.create(schema))));
        for (int i = 0; i < 2; i++) {
            Path file = folder.resolve("imported-" + i + ".orc");
            writeWithoutIds(file, text.getBytes(StandardCharsets.UTF_8));
            append(events, file, FileFormat.ORC);
        }
        return events;
    }

    private static void append(Events events, Path file, FileFormat format) throws IOException {
        events.commitAppend(DataFiles.builder(PartitionSpec.unpartitioned())
                .withPath(file.toString())
                .withFormat(format)
                .withFileSizeInBytes(Files.size(file))
                .withRecordCount(2)
                .build());
    }

    /** As a writer does that knows nothing of Iceberg. */
    private static void writeWithoutIds(Path file, byte[] text) throws IOException {
        TypeDescription type = TypeDescription.fromString("struct<id:bigint,day:string>");
        try (Writer writer = OrcFile.createWriter(
                new org.apache.hadoop.fs.Path(file.toString()),
                OrcFile.writerOptions(new Configuration(false)).setSchema(type))) {
            VectorizedRowBatch batch = type.createRowBatch();
            for (int row = 0; row < 2; row++) {
                ((LongColumnVector) batch.cols[0]).vector[row] = row;
                ((BytesColumnVector) batch.cols[1]).setVal(row, text);
                batch.size++;
            }
            writer.addRowBatch(batch);
        }
    }

    private static void writeParquet(Path file, byte[] text) throws IOException {
        MessageType type = MessageTypeParser.parseMessageType(
                "message table { optional int64 id = 1; optional binary day (STRING) = 2; }");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(type)
                .build()) {
            for (int row = 0; row < 2; row++) {
                writer.write(new SimpleGroup(type)
                        .append("id", (long) row)
                        .append("day", Binary.fromConstantByteArray(text)));
            }
        }
    }

    @Test
    void say_of_themselves_what_the_tables_metrics_modes_ask_for() {
        Events events = create(
                2,
                Map.of(
                        "write.format.default", "orc",
                        "write.metadata.metrics.column.note", "none",
                        "write.metadata.metrics.column.amount", "full"),
                3);

        IcebergPass.compact(format, events.ref());

        List<DataFile> files = events.filesWithStatistics();
        assertThat(files).hasSize(2).allSatisfy(file -> {
            assertThat(file.recordCount()).isEqualTo(30);
            assertThat(file.valueCounts())
                    .containsEntry(1, 30L)
                    .containsEntry(3, 30L)
                    .doesNotContainKey(4);
            assertThat(file.nanValueCounts().get(3)).isIn(3L, 6L);
            assertThat(file.splitOffsets()).containsExactly(3L);
        });
        assertThat(files.stream()
                        .map(file -> (Long) Conversions.fromByteBuffer(
                                Types.LongType.get(), file.lowerBounds().get(1)))
                        .toList())
                .containsExactlyInAnyOrder(0L, 10L);
    }

    @Test
    void are_written_as_the_table_wants() throws IOException {
        Events events = create(
                2,
                Map.of(
                        "write.format.default", "orc",
                        "write.orc.compression-codec", "zstd",
                        "write.orc.bloom.filter.columns", "id,none.such",
                        "write.object-storage.enabled", "true",
                        "write.data.path", folder.resolve("elsewhere").toString()),
                2);

        Change change = IcebergPass.compact(format, events.ref());

        for (Change.AddedFile file : change.added()) {
            assertThat(file.path()).startsWith(folder.resolve("elsewhere") + "/");
            try (Reader reader = OrcFile.createReader(
                    new org.apache.hadoop.fs.Path(file.path()), OrcFile.readerOptions(new Configuration(false)))) {
                assertThat(reader.getCompressionKind()).isEqualTo(CompressionKind.ZSTD);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "write.orc.compression-codec | best | asks for \"best\", which Sluice does not write.",
                "write.orc.compression-strategy | slow | asks for \"slow\", which Sluice does not write.",
                "write.orc.stripe-size-bytes | many | asks for \"many\", which is no whole number of at least 1.",
                "write.orc.block-size-bytes | 0 | asks for \"0\", which is no whole number of at least 1.",
                "write.orc.vectorized.batch-size | -1 | asks for \"-1\", which is no whole number of at least 1.",
                "write.orc.bloom.filter.fpp | 2 | asks for \"2\", which is not between 0 and 1.",
            })
    void are_refused_a_property_that_cannot_be_followed(String key, String value, String reason) throws IOException {
        Events events = create(2, Map.of("write.format.default", "orc", key, value));
        Events writer = Events.at(events.folder()).in(FileFormat.ORC);
        writer.table().updateProperties().remove(key).commit();
        writer.append(DAY);
        writer.append(DAY);
        writer.table().updateProperties().set(key, value).commit();

        assertThatThrownBy(() -> IcebergPass.compact(format, events.ref()))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
                    assertThat(e.reason()).isEqualTo("The property %s %s".formatted(key, reason));
                });

        assertThatNothingIsLeft(events);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "write.parquet.page-size-bytes | big | asks for \"big\", which is no whole number of at least 1.",
                "write.parquet.dict-size-bytes | 0 | asks for \"0\", which is no whole number of at least 1.",
                "write.parquet.page-row-limit | -5 | asks for \"-5\", which is no whole number of at least 1.",
                "write.parquet.row-group-check-min-record-count | few | asks for \"few\", which is no whole number of at least 1.",
                "write.parquet.bloom-filter-max-bytes | much | asks for \"much\", which is no whole number of at least 1.",
                "write.parquet.compression-codec | best | asks for \"best\", which Sluice does not write.",
                "write.parquet.compression-level | 99 | asks for \"99\", which is no whole number from 0 to 22.",
            })
    void that_become_parquet_are_refused_a_property_that_cannot_be_followed(String key, String value, String reason)
            throws IOException {
        Events events = create(2, Map.of("write.format.default", "parquet"), 3);
        events.table().updateProperties().set(key, value).commit();

        assertThatThrownBy(() -> IcebergPass.compact(format, events.ref()))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.reason()).isEqualTo("The property %s %s".formatted(key, reason));
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
                });

        assertThatNothingIsLeft(events);
    }

    @Test
    void that_become_parquet_follow_numbers_that_iceberg_would_stumble_over() {
        Events events = create(2, Map.of("write.format.default", "parquet"), 3);
        events.table()
                .updateProperties()
                .set("write.parquet.page-size-bytes", " 99999999999 ")
                .set("write.parquet.dict-size-bytes", "2000000000000")
                .commit();
        List<String> rows = events.rows();

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
    }

    @Test
    void are_left_alone_where_the_table_wants_avro() {
        Events events = create(2, Map.of("write.format.default", "avro"), 3);

        MaintenancePlan plan = IcebergPass.plan(format, events.ref());

        assertThat(plan.steps()).isEmpty();
        assertThat(plan.leftAlone())
                .anySatisfy(left -> assertThat(left.text())
                        .endsWith(
                                "6 small files are left alone: the file is ORC, and the table wants new files to be AVRO,"
                                        + " which Sluice does not write"));
    }

    @Test
    void are_left_alone_where_a_column_has_a_default_that_no_reader_of_them_fills_in() {
        Events events = create(3, ORC, 2);
        events.table()
                .updateSchema()
                .addColumn("country", Types.StringType.get(), "of origin", Literal.of("nowhere"))
                .commit();

        MaintenancePlan plan = IcebergPass.plan(format, events.ref());

        assertThat(plan.steps()).isEmpty();
        assertThat(plan.leftAlone())
                .anySatisfy(left -> assertThat(left.text())
                        .contains(
                                "the file is ORC, and no reader of ORC fills in the default that column country has"));
    }

    @Test
    void that_are_avro_are_left_alone_by_name_and_the_finding_says_so() {
        Events events = create(2, Map.of()).in(FileFormat.AVRO);
        events.append(DAY);
        events.append(DAY);

        MaintenancePlan plan = IcebergPass.plan(format, events.ref());

        assertThat(plan.steps()).isEmpty();
        assertThat(plan.leftAlone())
                .anySatisfy(left -> assertThat(left.text())
                        .isEqualTo(
                                "Compaction towards 128.0 MiB would leave no partition of 1 with fewer files or fewer"
                                        + " deleted rows; 2 small files are left alone: the file is AVRO, and Sluice rewrites"
                                        + " Parquet and ORC files only"));
    }

    /** What may have happened to a file. */
    enum Damage {
        CUT_SHORT("It has %d bytes, but the table states %d.") {
            @Override
            void to(Path file) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
            }
        },
        GONE("lists this file as live, but it is not there.") {
            @Override
            void to(Path file) throws IOException {
                Files.delete(file);
            }
        },
        NO_FOOTER("It cannot be read: ") {
            @Override
            void to(Path file) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0x55);
                Files.write(file, bytes);
            }
        },
        NO_ROWS("It cannot be read: ") {
            @Override
            void to(Path file) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                Arrays.fill(bytes, 3, bytes.length / 3, (byte) 0xFF);
                Files.write(file, bytes);
            }
        };

        private final String reason;

        Damage(String reason) {
            this.reason = reason.replaceAll("%d.*", "");
        }

        abstract void to(Path file) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void that_are_damaged_are_refused_by_name_and_nothing_is_committed(Damage damage) throws IOException {
        Events events = create(2, ORC, 3);
        Path damaged = Path.of(events.files().get(2).location());
        MaintenancePlan plan = IcebergPass.plan(format, events.ref());
        long version = events.table().currentSnapshot().snapshotId();
        damage.to(damaged);

        assertThatThrownBy(() -> IcebergPass.compact(format, plan, file -> {}))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED);
                    assertThat(e.subject()).isEqualTo(damaged.toString());
                    assertThat(e.reason()).contains(damage.reason);
                });

        assertThat(events.table().currentSnapshot().snapshotId()).isEqualTo(version);
        assertThatNothingIsLeft(events);
    }

    private static void assertThatNothingIsLeft(Events events) throws IOException {
        try (Stream<Path> files = Files.walk(events.folder())) {
            assertThat(files.filter(file -> file.getFileName().toString().contains(IcebergPass.RUN)))
                    .isEmpty();
        }
    }

    @Test
    void have_no_more_rows_than_the_metadata_says() {
        Events events = create(2, ORC);
        events.append(DAY);
        DataFile file = events.write(DAY, 5);
        events.commitAppend(DataFiles.builder(events.table().spec())
                .copy(file)
                .withRecordCount(4)
                .build());

        assertThatThrownBy(() -> IcebergPass.compact(format, events.ref()))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED);
                    assertThat(e.reason())
                            .isEqualTo(
                                    "14 rows are in 2 files by the metadata's account, and 15 by the files themselves."
                                            + " Nothing was committed.");
                });
    }

    @Test
    void are_announced_before_they_are_opened() {
        Events events = create(2, ORC, 3);
        List<Boolean> wereThere = new ArrayList<>();

        IcebergPass.compact(format, IcebergPass.plan(format, events.ref()), file -> wereThere.add(isThere(file)));

        assertThat(wereThere).containsExactly(false, false);
    }

    private static boolean isThere(Location file) {
        return Files.exists(Path.of(file.path()));
    }

    @Test
    void end_at_the_target_and_not_before() {
        Events events = create(2, Map.of("write.format.default", "orc", "write.target-file-size-bytes", "20000"));
        for (int i = 0; i < 12; i++) {
            events.commitAppend(events.write(DAY, 3000));
        }
        List<String> rows = events.rows();

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        List<DataFile> files = events.files();
        assertThat(files.size()).isBetween(2, 11);
        assertThat(files.stream().filter(file -> file.fileSizeInBytes() < 20_000))
                .hasSizeLessThanOrEqualTo(1);
        assertThat(IcebergPass.plan(format, events.ref()).steps()).isEmpty();
    }

    @Test
    void may_lie_in_partitions_whose_names_have_to_be_escaped() {
        Events events = create(2, ORC);
        String odd = "a b/c:d%41?e=f#g é";
        events.append(odd);
        events.append(odd);
        List<String> rows = events.rows();

        IcebergPass.compact(format, events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files()).hasSize(1);
    }
}
