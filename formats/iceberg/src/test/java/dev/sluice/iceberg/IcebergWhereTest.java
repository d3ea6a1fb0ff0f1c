/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Where;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableState;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.core.testing.TableBuilder;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.Sample;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which partitions a filter selects: all that may hold rows for which it is true, whatever they are made from the rows by. */
class IcebergWhereTest {

    private static final Instant NOW = Instant.parse("2026-11-29T23:59:59Z");

    private static final Schema SCHEMA = new Schema(
            optional(1, "id", Types.LongType.get()),
            optional(2, "day", Types.DateType.get()),
            optional(3, "at", Types.TimestampType.withZone()),
            optional(4, "clock", Types.TimestampType.withoutZone()),
            optional(5, "name", Types.StringType.get()),
            optional(6, "n", Types.IntegerType.get()),
            optional(7, "price", Types.DecimalType.of(9, 2)),
            optional(8, "open", Types.BooleanType.get()),
            optional(9, "place", Types.StructType.of(optional(10, "country", Types.StringType.get()))),
            optional(11, "weight", Types.DoubleType.get()),
            optional(12, "uid", Types.UUIDType.get()));

    /** How a file's name begins that stands for a row; the rest is the row's value. */
    private static final String NUMBERED = "%03d-";

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();
    private int tables;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        by               | filter                                    | rows                                        | inside
        identity day     | day = '2026-11-02'                        | 2026-11-01 2026-11-02 null                  | 2026-11-02
        identity day     | day >= today - 7d                         | 2026-11-21 2026-11-22 null                  | 2026-11-22
        identity day     | day < '1970-01-01'                        | 1969-12-31 1970-01-01 null                  | 1969-12-31
        identity day     | day > '+999999999-12-31'                  | 2026-11-01 null                             | -
        identity day     | day < '+999999999-12-31'                  | 2026-11-01 null                             | 2026-11-01
        month day        | day = '2026-11-02'                        | 2026-10-31 2026-11-30 2026-12-01 null       | 2026-11-30
        year day         | day BETWEEN '2025-06-01' AND '2026-01-01' | 2024-12-31 2025-01-01 2026-12-31 2027-01-01 | 2025-01-01 2026-12-31
        day at           | at >= '2026-11-02 12:00:00'               | 2026-11-01T23:59:59Z 2026-11-02T00:00:00Z   | 2026-11-02T00:00:00Z
        day at           | at >= today - 36h                         | 2026-11-26T23:00:00Z 2026-11-27T00:00:00Z   | 2026-11-27T00:00:00Z
        day at           | at < '2026-11-02'                         | 2026-11-01T23:59:59Z 2026-11-02T00:00:00Z null | 2026-11-01T23:59:59Z
        day at           | at <= '2026-11-02'                        | 2026-11-02T00:00:01Z 2026-11-03T00:00:00Z null | 2026-11-02T00:00:01Z
        day at           | NOT at < '2026-11-02 12:00:00'            | 2026-11-01T10:00:00Z 2026-11-02T10:00:00Z null | 2026-11-02T10:00:00Z
        day at           | at = '2026-11-01T23:30:00-08:00'          | 2026-11-01T12:00:00Z 2026-11-02T12:00:00Z   | 2026-11-02T12:00:00Z
        day at           | at < '1969-12-31 12:00:00'                | 1969-12-30T10:00:00Z 1969-12-31T20:00:00Z 1970-01-02T00:00:00Z | 1969-12-30T10:00:00Z 1969-12-31T20:00:00Z
        hour at          | at > '2026-11-02 03:59:59'                | 2026-11-02T02:00:00Z 2026-11-02T03:00:00Z   | 2026-11-02T03:00:00Z
        hour clock       | clock < '2026-11-02 03:00:00'             | 2026-11-02T02:59:00 2026-11-02T03:00:00     | 2026-11-02T02:59:00
        hour clock       | clock < '2026-11-02 03:00:00.0000001'     | 2026-11-02T02:59:00 2026-11-02T03:00:00 2026-11-02T04:00:00 | 2026-11-02T02:59:00 2026-11-02T03:00:00
        month clock      | clock IS NULL                             | 2026-11-02T02:59:00 null                    | null
        year clock       | clock IS NOT NULL                         | 2026-11-02T02:59:00 null                    | 2026-11-02T02:59:00
        identity at      | at = '2026-11-02 03:00:00.000001'         | 2026-11-02T03:00:00Z 2026-11-02T03:00:00.000001Z | 2026-11-02T03:00:00.000001Z
        bucket[16] id    | id = 5                                    | 5 6 7 null                                  | 5
        bucket[16] id    | id IN (5, 7)                              | 5 6 7 null                                  | 5 7
        bucket[16] id    | id = 5 OR id IS NULL                      | 5 6 7 null                                  | 5 null
        bucket[16] name  | name = 'eu'                               | eu us null                                  | eu
        bucket[16] price | price = 1.5                               | 1.50 2.50                                   | 1.50
        bucket[16] day   | day = '2026-11-02'                        | 2026-11-02 2026-11-03                       | 2026-11-02
        truncate[10] n   | n < 15                                    | 9 14 19 20 null                             | 9 14 19
        truncate[10] n   | n >= 20                                   | 9 19 29 null                                | 29
        truncate[10] n   | n = 15 AND NOT n IS NULL                  | 9 11 20                                     | 11
        truncate[2] name | name = 'euro'                             | eu europe us null                           | eu europe
        truncate[2] name | name < 'eu'                               | et eu ev                                    | et eu
        truncate[2] name | name IN ('abc', 'usa')                    | ab eu us                                    | ab us
        truncate[1] price | price > 1.005                            | 1.00 1.01 null                              | 1.01
        identity name    | name != 'eu'                              | eu us null                                  | us
        identity name    | name NOT IN ('eu', 'us')                  | eu us asia null                             | asia
        identity name    | NOT (name = 'eu' AND name = 'us')         | eu us null                                  | eu us
        identity name    | name = 'it''s'                            | it's its                                    | it's
        identity n       | n < 5.5                                   | 5 6 null                                    | 5
        identity n       | n >= 5.5                                  | 5 6 null                                    | 6
        identity n       | n > -5.5                                  | -6 -5                                       | -5
        identity n       | n = 5.5                                   | 5 6 null                                    | -
        identity n       | n != 5.5                                  | 5 6 null                                    | 5 6
        identity n       | n < 3000000000                            | 5 null                                      | 5
        identity n       | n > -3000000000                           | 5 null                                      | 5
        identity n       | n = 3000000000                            | 5 null                                      | -
        identity n       | n < 1e999999999                           | 5 null                                      | 5
        identity n       | n > 1e-999999999                          | 0 1                                         | 1
        identity n       | n > -1e-999999999                         | -1 0 1                                      | 0 1
        identity n       | n = 0e-9                                  | 0 1                                         | 0
        identity id      | id BETWEEN 2 AND 3                        | 1 2 3 4 null                                | 2 3
        identity id      | id NOT BETWEEN 2 AND 3                    | 1 2 3 4 null                                | 1 4
        identity id      | id > 9223372036854775807                  | 9223372036854775807                         | -
        identity price   | price = 1.005                             | 1.00 1.01                                   | -
        identity price   | price <= 1.005                            | 1.00 1.01                                   | 1.00
        identity price   | price < 10000000                          | 9999999.99 null                             | 9999999.99
        identity open    | open = true                               | true false null                             | true
        identity open    | NOT open = true                           | true false null                             | false
        identity place.country | place.country = 'at'                | at de null                                  | at
        identity place.country | `place.country` IS NULL             | at null                                     | null
        identity place.country | PLACE.Country = 'de'                | at de                                       | de
        """, useHeadersInDisplayName = true, nullValues = "-")
    void a_partition_is_inside_if_it_may_hold_such_rows(
            String by, String filter, String rows, @Nullable String inside) {
        TableState state = state(by, rows.split(" ", -1));

        assertThat(inside(state, filter)).isEqualTo(inside == null ? List.of() : List.of(inside.split(" ", -1)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        by            | filter               | refusal
        day at        | n = 5                | At position 1: n is not a partition column; those of TABLE are at.
        day at        | p = '2026-11-02'     | At position 1: p is not a partition column; those of TABLE are at.
        day at        | at = 5               | At position 6: 5 does not fit the column at, which holds times; write it as '2026-11-29 03:00:00' (UTC), as '2026-11-29', or from today, like today - 36h.
        bucket[16] id | id = '5'             | At position 6: '5' does not fit the column id, which holds numbers; write it without quotes.
        bucket[16] id | id > 5               | It leaves out no partition of TABLE, whatever they hold: how the table is partitioned (bucket[16] of id) tells nothing of what it asks for.
        bucket[16] id | id > 5 OR id = 5     | It leaves out no partition of TABLE, whatever they hold: how the table is partitioned (bucket[16] of id) tells nothing of what it asks for.
        void id       | id = 5               | At position 1: id is not a partition column; TABLE has none.
        identity weight | n = 5              | At position 1: n is not a partition column; TABLE has none that a filter goes by.
        bucket[16] uid | uid = 'x'           | At position 1: uid holds values of the type uuid, by which no filter goes; TABLE has none that a filter goes by.
        identity weight | Weight > 5         | At position 1: Weight holds values of the type double, by which no filter goes; TABLE has none that a filter goes by.
        """, useHeadersInDisplayName = true)
    void a_filter_that_does_not_fit_how_the_table_is_partitioned_is_refused(String by, String filter, String refusal) {
        TableState state = state(by, "null");

        assertThatThrownBy(() -> new Where(filter).forTable(state, NOW))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.reason())
                            .isEqualTo(refusal.replace("TABLE", state.table().toString()));
                    assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID);
                    assertThat(e.subject()).isEqualTo("where");
                });
    }

    @Test
    void a_file_of_a_spec_that_tells_nothing_of_the_column_is_inside() {
        Events events = empty(spec("bucket[16] n"));
        append(events, "n", "5", "6");
        events.table()
                .updateSpec()
                .removeField("p")
                .addField(Expressions.day("at"))
                .commit();
        append(events, "at", "2026-11-02T12:00:00Z", "2026-11-03T12:00:00Z");
        TableState state = format.inspect(events.ref());

        assertThat(inside(state, "at < '2026-11-03'")).containsExactly("5", "6", "2026-11-02T12:00:00Z");
        assertThat(inside(state, "at < '2026-11-03' AND n = 5")).containsExactly("5", "2026-11-02T12:00:00Z");
        assertThat(inside(state, "at < '2026-11-03' AND at > '2026-11-04'"))
                .as("nothing is said of files by n")
                .containsExactly("5", "6");
    }

    @Test
    void a_column_that_was_renamed_is_found_under_its_name_of_today() {
        Events events = empty(spec("identity name"));
        append(events, "name", "eu", "us");
        events.table().updateSchema().renameColumn("name", "region").commit();
        TableState state = format.inspect(events.ref());

        assertThat(inside(state, "region = 'eu'")).containsExactly("eu");
        assertThatThrownBy(() -> inside(state, "name = 'eu'"))
                .hasMessageContaining("name is not a partition column; those of %s are region.", state.table());
    }

    @Test
    void a_number_that_has_got_a_wider_type_since_is_compared_as_such() {
        Events events = empty(spec("truncate[10] n"));
        append(events, "n", "5", "25");
        events.table().updateSchema().updateColumn("n", Types.LongType.get()).commit();
        append(events, "n", "3000000000");
        TableState state = format.inspect(events.ref());

        assertThat(inside(state, "n > 2999999999")).containsExactly("3000000000");
        assertThat(inside(state, "n <= 20")).containsExactly("5", "25");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Pacific/Kiritimati", "America/Los_Angeles"})
    void days_are_those_of_utc_wherever_the_machine_is(String zone) {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try {
            TableState state = state("day at", "2026-11-28T23:59:59Z", "2026-11-29T00:00:00Z", "2026-11-30T00:00:00Z");
            assertThat(inside(state, "at >= today AND at < today + 1d")).containsExactly("2026-11-29T00:00:00Z");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void a_long_chain_is_fine() {
        TableState state = state("identity n", "1", "2");

        assertThat(inside(state, String.join(" OR ", java.util.Collections.nCopies(20_000, "n = 1"))))
                .containsExactly("1");
    }

    /** Whatever is true of a row's values is never outside; and of values as they are, nothing else is inside. */
    @Test
    void no_row_of_a_random_filter_is_ever_left_out() {
        Sample sample = Sample.seeded();
        List<String> ways = List.of(
                "identity id",
                "bucket[3] id",
                "truncate[7] id",
                "identity n",
                "truncate[10] n",
                "bucket[5] n",
                "identity day",
                "year day",
                "month day",
                "bucket[3] day",
                "identity at",
                "year at",
                "month at",
                "day at",
                "hour at",
                "bucket[4] clock",
                "day clock",
                "hour clock",
                "identity name",
                "truncate[1] name",
                "bucket[3] name",
                "identity price",
                "truncate[50] price",
                "bucket[3] price",
                "identity open");
        for (long n : sample.of(4L * ways.size(), ways.size())) {
            Random random = sample.random(n);
            String by = ways.get((int) (n % ways.size()));
            String column = by.split(" ", -1)[1];
            Type type = SCHEMA.findType(column);
            String[] rows = IntStream.range(0, 15)
                    .mapToObj(i -> random.nextInt(8) == 0 ? "null" : text(type, random))
                    .distinct()
                    .toArray(String[]::new);
            TableState state = state(by, rows);
            for (int i = 0; i < 40; i++) {
                String filter = filter(column, type, rows, random, 2);
                List<String> told = inside(values(state, column, rows), filter);
                List<String> inside;
                try {
                    inside = inside(state, filter);
                } catch (GateException e) {
                    assertThat(e).hasMessageContaining("It leaves out no partition");
                    continue;
                }
                String name = "%s WHERE %s of %s, seed %d".formatted(by, filter, Arrays.toString(rows), sample.seed());
                assertThat(inside).as(name).containsAll(told);
                if (by.startsWith("identity")) {
                    assertThat(inside).as(name).isEqualTo(told);
                }
            }
        }
    }

    @Test
    void only_what_is_inside_is_measured_and_rewritten_as_whole_files() {
        Schema schema =
                new Schema(required(1, "id", Types.LongType.get()), required(2, "at", Types.TimestampType.withZone()));
        Events events = Events.empty(
                folder.resolve("t"),
                schema,
                PartitionSpec.builderFor(schema).month("at").build(),
                2,
                Map.of());
        for (int i = 0; i < 4; i++) {
            write(events, i, "2026-10-15T00:00:00Z");
            write(events, 10L + i, "2026-11-15T00:00:00Z");
        }
        events.table()
                .updateSpec()
                .removeField("at_month")
                .addField(Expressions.day("at"))
                .commit();
        for (int i = 0; i < 4; i++) {
            for (int day = 1; day <= 3; day++) {
                write(events, 100L * day + i, "2026-11-0%dT08:00:00Z".formatted(day));
            }
        }
        List<String> rows = events.rows();
        List<String> before = paths(events);
        String noon = "at >= '2026-11-02 12:00:00' AND at < '2026-11-03'";

        assertThat(pass(events, policy("at >= '2026-12-01'")).status())
                .as("nothing is inside")
                .isEqualTo(Status.HEALTHY);
        RunReport report = pass(events, policy(noon));

        assertThat(report.assessment().orElseThrow().health().files()).isEqualTo(8);
        assertThat(report.assessment().orElseThrow().health().partitions()).hasSize(2);
        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.change().orElseThrow().removed())
                .extracting(path -> path.replaceAll(".*/data/(.*)/[^/]+", "$1"))
                .containsOnly("at_month=2026-11", "at_day=2026-11-02")
                .hasSize(8);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(paths(events))
                .hasSize(14)
                .containsAll(before.stream()
                        .filter(path -> path.contains("at_month=2026-10")
                                || path.contains("at_day=2026-11-01")
                                || path.contains("at_day=2026-11-03"))
                        .toList());
        assertThat(pass(events, policy(noon)).status()).as("the second run").isEqualTo(Status.HEALTHY);
    }

    private static Policy policy(String where) {
        return Presets.named("iceberg-partition-compaction-and-maintenance-gate")
                .policy("test", "iceberg", List.of(Map.of("where", where)));
    }

    private RunReport pass(Events events, Policy policy) {
        Formats formats = new Formats(List.of(format));
        Recorder recorder = new Recorder(
                new InMemoryJournal(Clock.systemUTC()),
                new InMemoryLeases(),
                Watcher.NONE,
                Clock.systemUTC(),
                new Random());
        return new Gate(formats, new EmbeddedEngine(formats), recorder).pass(events.ref(), policy, Overdue.YES);
    }

    private static void write(Events events, long id, String at) {
        Record row = GenericRecord.create(events.table().schema());
        row.setField("id", id);
        row.setField("at", OffsetDateTime.parse(at));
        events.commitAppend(events.writeWhereItBelongs(row));
    }

    private static List<String> paths(Events events) {
        return events.files().stream().map(DataFile::location).toList();
    }

    /** A table with a file for each row, of which only its metadata speaks. */
    private TableState state(String by, String... rows) {
        Events events = empty(spec(by));
        append(events, by.split(" ", -1)[1], rows);
        return format.inspect(events.ref());
    }

    private Events empty(PartitionSpec spec) {
        return Events.empty(folder.resolve("t" + tables++), SCHEMA, spec, 2, Map.of());
    }

    private static PartitionSpec spec(String by) {
        String[] words = by.split(" ", -1);
        return PartitionSpecParser.fromJson(
                SCHEMA,
                "{\"spec-id\": 0, \"fields\": [{\"name\": \"p\", \"transform\": \"%s\", \"source-id\": %d}]}"
                        .formatted(words[0], SCHEMA.findField(words[1]).fieldId()));
    }

    private static void append(Events events, String column, String... values) {
        Schema schema = events.table().schema();
        PartitionSpec spec = events.table().spec();
        PartitionKey key = new PartitionKey(spec, schema);
        int number = events.files().size();
        AppendFiles append = events.table().newFastAppend();
        for (String value : values) {
            key.partition(new InternalRecordWrapper(schema.asStruct()).wrap(row(schema, column, value)));
            append.appendFile(DataFiles.builder(spec)
                    .withPath(events.folder() + "/data/" + NUMBERED.formatted(number++) + value)
                    .withFormat(FileFormat.PARQUET)
                    .withPartition(key)
                    .withFileSizeInBytes(100)
                    .withRecordCount(1)
                    .build());
        }
        append.commit();
    }

    private static Record row(Schema schema, String column, String value) {
        Record row = GenericRecord.create(schema);
        Object read = read(schema.findType(column), value);
        if (column.contains(".")) {
            String[] names = column.split("\\.", -1);
            Record inner = GenericRecord.create(schema.findType(names[0]).asStructType());
            inner.setField(names[1], read);
            row.setField(names[0], inner);
        } else {
            row.setField(column, read);
        }
        return row;
    }

    private static @Nullable Object read(Type type, String value) {
        if (value.equals("null")) {
            return null;
        }
        return switch (type.typeId()) {
            case INTEGER -> Integer.valueOf(value);
            case LONG -> Long.valueOf(value);
            case DECIMAL -> new BigDecimal(value);
            case DATE -> LocalDate.parse(value);
            case TIMESTAMP ->
                ((Types.TimestampType) type).shouldAdjustToUTC()
                        ? OffsetDateTime.parse(value)
                        : LocalDateTime.parse(value);
            case BOOLEAN -> Boolean.valueOf(value);
            case DOUBLE -> Double.valueOf(value);
            default -> value;
        };
    }

    /** The rows, told by their files' names, whose partition is inside; in the order in which they were written. */
    private static List<String> inside(TableState state, String filter) {
        Predicate<Partition> where = new Where(filter).forTable(state, NOW);
        try (Stream<dev.sluice.core.table.DataFile> files = state.files()) {
            return files.filter(file -> where.test(file.partition()))
                    .map(file -> file.path().replaceAll("(?s).*/", ""))
                    .sorted()
                    .map(name -> name.replaceFirst("\\d{3}-", ""))
                    .toList();
        }
    }

    /** The same rows as a table whose partitions are their values, which core alone can tell. */
    private static TableState values(TableState state, String column, String... rows) {
        TableBuilder table = TableBuilder.aTable()
                .partitionedBy(column, state.partitionColumns().get(0).kind());
        for (int i = 0; i < rows.length; i++) {
            Partition.Field value = new Partition.Field(column, rows[i].equals("null") ? null : rows[i]);
            table.withFile(new dev.sluice.core.table.DataFile(
                    "/" + NUMBERED.formatted(i) + rows[i],
                    Bytes.of(1),
                    1,
                    0,
                    "",
                    new Partition(List.of(value)),
                    NOW,
                    null));
        }
        return table.build();
    }

    private static String filter(String column, Type type, String[] rows, Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 8)) {
            case 0 ->
                "%s IN (%s)"
                        .formatted(
                                column,
                                Stream.generate(() -> literal(type, rows, random))
                                        .limit(1 + random.nextInt(3))
                                        .collect(Collectors.joining(", ")));
            case 1 ->
                "%s BETWEEN %s AND %s".formatted(column, literal(type, rows, random), literal(type, rows, random));
            case 2 -> "%s IS %sNULL".formatted(column, random.nextBoolean() ? "NOT " : "");
            case 5 -> "NOT (%s)".formatted(filter(column, type, rows, random, depth - 1));
            case 6, 7 ->
                "(%s) %s (%s)"
                        .formatted(
                                filter(column, type, rows, random, depth - 1),
                                random.nextBoolean() ? "AND" : "OR",
                                filter(column, type, rows, random, depth - 1));
            default ->
                "%s %s %s"
                        .formatted(
                                column,
                                List.of("=", "!=", "<", "<=", ">", ">=").get(random.nextInt(6)),
                                literal(type, rows, random));
        };
    }

    /** A value of a row, or another one. */
    private static String literal(Type type, String[] rows, Random random) {
        String row = rows[random.nextInt(rows.length)];
        String value = row.equals("null") || random.nextInt(3) == 0 ? text(type, random) : row;
        return switch (type.typeId()) {
            case INTEGER, LONG, DECIMAL -> random.nextInt(4) == 0 ? value.replaceAll("\\..*", "") + ".505" : value;
            case BOOLEAN -> value;
            default -> "'" + value + "'";
        };
    }

    private static String text(Type type, Random random) {
        return switch (type.typeId()) {
            case INTEGER, LONG -> String.valueOf(random.nextInt(60) - 30);
            case DECIMAL -> BigDecimal.valueOf(random.nextInt(600) - 300, 2).toString();
            case DATE -> LocalDate.ofEpochDay(random.nextInt(1600) - 800).toString();
            case TIMESTAMP -> {
                Instant instant = Instant.ofEpochSecond(random.nextInt(400_000) - 200_000, random.nextInt(3) * 1000L);
                yield ((Types.TimestampType) type).shouldAdjustToUTC()
                        ? instant.toString()
                        : LocalDateTime.ofInstant(instant, ZoneOffset.UTC).toString();
            }
            case BOOLEAN -> String.valueOf(random.nextBoolean());
            default ->
                List.of("a", "ab", "abc", "b", "ba", "", "ä", "z", "\ud83d\ude00", "\uffff")
                        .get(random.nextInt(10));
        };
    }
}
