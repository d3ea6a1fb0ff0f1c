/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.iceberg.Accessor;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Term;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** A table of visits that is partitioned in one way after the other, and rows of it that lie in many partitions. */
public final class Visits {

    public static final Schema SCHEMA = new Schema(
            required(1, "id", Types.LongType.get()),
            required(2, "day", Types.StringType.get()),
            optional(3, "at", Types.TimestampType.withoutZone()),
            optional(4, "place", Types.StringType.get()),
            optional(5, "count", Types.IntegerType.get()),
            optional(6, "ratio", Types.DoubleType.get()));

    private static final LocalDateTime BEGIN = LocalDateTime.of(1969, 12, 30, 22, 0);

    private final Path folder;
    private final FileFormat format;
    private Events events;
    private long next;

    public Visits(Path folder, PartitionSpec spec, int version) {
        this(folder, spec, version, FileFormat.PARQUET);
    }

    public Visits(Path folder, PartitionSpec spec, int version, FileFormat format) {
        this.folder = folder;
        this.format = format;
        this.events = Events.empty(
                folder,
                SCHEMA,
                spec,
                version,
                Map.of("write.format.default", format.toString().toLowerCase(Locale.ROOT)));
    }

    /** The ways to partition that tests go from and to. */
    public static PartitionSpec spec(String... fields) {
        PartitionSpec.Builder spec = PartitionSpec.builderFor(SCHEMA);
        for (String field : fields) {
            switch (field) {
                case "day(at)" -> spec.day("at");
                case "month(at)" -> spec.month("at");
                case "identity(day)" -> spec.identity("day");
                case "identity(at)" -> spec.identity("at");
                case "identity(count)" -> spec.identity("count");
                case "bucket(place)" -> spec.bucket("place", 3);
                default -> throw new IllegalArgumentException(field);
            }
        }
        return spec.build();
    }

    public static Term term(String field) {
        return switch (field) {
            case "year(at)" -> Expressions.year("at");
            case "month(at)" -> Expressions.month("at");
            case "day(at)" -> Expressions.day("at");
            case "hour(at)" -> Expressions.hour("at");
            case "bucket(id)" -> Expressions.bucket("id", 3);
            case "bucket(place)" -> Expressions.bucket("place", 3);
            case "truncate(place)" -> Expressions.truncate("place", 3);
            case "truncate(count)" -> Expressions.truncate("count", 5);
            case "identity(day)" -> Expressions.ref("day");
            case "identity(count)" -> Expressions.ref("count");
            case "identity(place)" -> Expressions.ref("place");
            case "identity(ratio)" -> Expressions.ref("ratio");
            default -> throw new IllegalArgumentException(field);
        };
    }

    /** Events as the table is by now: its schema and its specs may have changed. */
    public Events events() {
        events = Events.at(folder).in(format);
        return events;
    }

    public Table table() {
        return events().table();
    }

    /** A row whose values follow from its number; some of them are null or not a number. */
    public Record row(long number) {
        Record row = events.row(number, "2026-11-0" + (1 + number % 3));
        set(row, "at", number % 11 == 10 ? null : BEGIN.plusHours(number % 4));
        set(row, "place", number % 7 == 6 ? null : "place-" + number % 4);
        set(row, "count", number % 5 == 4 ? null : Integer.valueOf((int) (number % 9)));
        set(row, "ratio", ratio(number % 6));
        return row;
    }

    private static @Nullable Double ratio(long number) {
        return switch ((int) number) {
            case 0 -> Double.NaN;
            case 1 -> -0.0;
            case 2 -> 0.0;
            case 3 -> null;
            default -> number / 4.0;
        };
    }

    private static void set(Record row, String field, @Nullable Object value) {
        if (row.struct().field(field) != null) {
            row.setField(field, value);
        }
    }

    /** Appends so many rows in one commit, as one file for each partition that they lie in. */
    public void append(int rows) {
        events();
        List<Record> records = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            records.add(row(next++));
        }
        append(records);
    }

    public void append(List<Record> rows) {
        Table table = table();
        PartitionKey key = new PartitionKey(table.spec(), table.schema());
        InternalRecordWrapper wrapper = new InternalRecordWrapper(table.schema().asStruct());
        Map<String, List<Record>> byPartition = new LinkedHashMap<>();
        for (Record row : rows) {
            key.partition(wrapper.wrap(row));
            byPartition.computeIfAbsent(key.toString(), k -> new ArrayList<>()).add(row);
        }
        var append = table.newFastAppend();
        byPartition.values().forEach(each -> append.appendFile(events.writeWhereTheyBelong(each)));
        append.commit();
    }

    public void evolve(List<String> removed, List<String> added) {
        var update = table().updateSpec();
        removed.forEach(field -> update.removeField(term(field)));
        added.forEach(field -> update.addField(term(field)));
        update.commit();
    }

    /** The live files that are of the table's current spec. */
    public List<DataFile> ofCurrentSpec() {
        int current = table().spec().specId();
        return events.files().stream().filter(f -> f.specId() == current).toList();
    }

    /** Reads each file on its own: every row has to belong where the file is said to be. */
    public void requireEveryRowWhereItBelongs() {
        Table table = table();
        for (DataFile file : events.files()) {
            PartitionSpec spec = Objects.requireNonNull(table.specs().get(file.specId()));
            TreeSet<String> wrong = new TreeSet<>();
            InternalRecordWrapper wrapper =
                    new InternalRecordWrapper(table.schema().asStruct());
            try (CloseableIterable<Record> rows = FormatModelRegistry.<Record, Schema>readBuilder(
                            file.format(), Record.class, table.io().newInputFile(file))
                    .project(table.schema())
                    .build()) {
                for (Record row : rows) {
                    wrong.addAll(misplaced(spec, table.schema(), wrapper.wrap(row), file.partition()));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            assertThat(wrong).as(file.location()).isEmpty();
        }
    }

    @SuppressWarnings("unchecked")
    private static List<String> misplaced(PartitionSpec spec, Schema schema, StructLike row, StructLike partition) {
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < spec.fields().size(); i++) {
            PartitionField field = spec.fields().get(i);
            Accessor<StructLike> column = schema.accessorForField(field.sourceId());
            if (column != null && !field.transform().isVoid()) {
                Object expected = ((Transform<Object, Object>) field.transform())
                        .bind(column.type())
                        .apply(column.get(row));
                Object stated = partition.get(i, Object.class);
                if (!String.valueOf(stated).equals(String.valueOf(expected))) {
                    wrong.add("%s: %s, not %s".formatted(field.name(), expected, stated));
                }
            }
        }
        return wrong;
    }
}
