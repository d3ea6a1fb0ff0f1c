/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.rewrite.check.ContentCheck;
import dev.sluice.rewrite.check.ContentHash;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which an output can hold something else than its inputs is found, and the column is named. */
final class ContentCheckTest {

    private static final MessageType SCHEMA = schema("required int64 id; required int64 twin; optional int32 small;"
            + " optional binary name (STRING); required double real;"
            + " optional group list (LIST) { repeated group list { optional int32 element; } }"
            + " optional group map (MAP) { repeated group key_value { required int32 key; optional int32 value; } }"
            + " optional group both { optional int32 a; }");

    private static final int ROWS = 300;

    @TempDir
    Path folder;

    private Workshop workshop;
    private RewriteJob job;
    private OutputFile written;

    /** A row that can still be changed. */
    private static final class Event {
        long id;
        long twin;

        @Nullable
        Integer small;

        String name;
        double real;

        @Nullable
        List<Integer> list;

        int key;
        int value;
        boolean both;

        @Nullable
        Integer a;

        Event(int number) {
            id = number;
            twin = 1_000_000L + number;
            small = number % 5 == 0 ? null : number;
            name = "name-" + number;
            real = number * 1.5;
            list = number % 7 == 0
                    ? null
                    : IntStream.range(0, number % 4).boxed().toList();
            key = number;
            value = -number;
            both = number % 3 != 0;
            a = number % 3 == 1 ? number : null;
        }

        Group group() {
            Group row = new SimpleGroup(SCHEMA).append("id", id).append("twin", twin);
            if (small != null) {
                row.add("small", small);
            }
            row.append("name", name).append("real", real);
            if (list != null) {
                Group elements = row.addGroup("list");
                for (Integer element : list) {
                    Group slot = elements.addGroup(0);
                    if (element != null) {
                        slot.add(0, element);
                    }
                }
            }
            row.addGroup("map").addGroup(0).append("key", key).append("value", value);
            if (both) {
                Group struct = row.addGroup("both");
                if (a != null) {
                    struct.add("a", a);
                }
            }
            return row;
        }
    }

    private static List<Event> events() {
        return new ArrayList<>(IntStream.range(0, ROWS).mapToObj(Event::new).toList());
    }

    private static List<Group> groups(List<Event> events) {
        return events.stream().map(Event::group).toList();
    }

    @BeforeEach
    void rewrite() {
        workshop = new Workshop(folder);
        List<Group> rows = groups(events());
        List<RewriteInput> inputs =
                List.of(workshop.file(SCHEMA, rows.subList(0, 100)), workshop.file(SCHEMA, rows.subList(100, ROWS)));
        job = new RewriteJob(inputs, workshop.target(SCHEMA));
        written = workshop.rewrite(job.target(), inputs).outputs().get(0);
    }

    private ContentHash check(RewriteJob of, OutputFile... outputs) {
        ContentHash hash = new ContentCheck(workshop.store, new RewriteLimits(2, RewriteLimits.LEAST_MEMORY))
                .verify(of, List.of(outputs));
        assertThat(workshop.store.open).hasValue(0);
        return hash;
    }

    private void assertFound(OutputFile forged, String reason) {
        assertFound(job, forged, reason);
    }

    private void assertFound(RewriteJob of, OutputFile forged, String reason) {
        assertThatThrownBy(() -> check(of, forged))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.VERIFICATION_FAILED))
                .hasMessageStartingWith(forged.location() + ": " + reason);
        assertThat(workshop.store.open).hasValue(0);
    }

    private static String differs(String column, int row) {
        return "Column %s: it does not hold what the inputs hold, first in row %d, counted from 0."
                .formatted(column, row);
    }

    private OutputFile forged(Consumer<List<Event>> change) {
        List<Event> events = events();
        change.accept(events);
        return Forgery.ofRows(workshop, SCHEMA, groups(events));
    }

    private OutputFile plain() {
        return forged(events -> {});
    }

    private OutputFile with(int place, Consumer<Event> change) {
        return forged(events -> change.accept(events.get(place)));
    }

    @Test
    void is_content_with_what_the_engine_wrote_and_with_the_same_rows_by_another_writer() {
        ContentHash hash = check(job, written);

        assertThat(hash.rows()).isEqualTo(ROWS);
        assertThat(hash.columns()).hasSize(9);
        assertThat(hash.hex()).hasSize(32);
        assertThat(check(job, plain())).isEqualTo(hash);
        assertThat(check(
                        job,
                        forged(events -> events.subList(120, ROWS).clear()),
                        forged(events -> events.subList(0, 120).clear())))
                .isEqualTo(hash);
    }

    @Test
    void does_not_depend_on_the_order_of_rows() {
        assertThat(check(job, forged(Collections::reverse))).isEqualTo(check(job, written));
    }

    @Test
    void is_content_with_no_output_where_every_row_is_deleted() {
        RewriteInput gone = job.inputs()
                .get(0)
                .with(RowMask.of(IntStream.range(0, 100).asLongStream().toArray()));
        RewriteJob nothing = new RewriteJob(List.of(gone), job.target());

        assertThat(check(nothing).rows()).isZero();
        assertThatThrownBy(() -> check(job)).hasMessageContaining("The outputs hold 0 rows where the inputs hold 300.");
    }

    @Test
    void finds_a_flipped_bit_in_a_page_without_a_checksum() {
        assertFound(flipped(plain(), "name-17".getBytes(StandardCharsets.UTF_8), 6), differs("name", 17));
        assertFound(flipped(plain(), number(1_000_017), 0), differs("twin", 17));
    }

    @Test
    void finds_a_flipped_bit_in_what_the_engine_wrote() {
        RewriteTarget unpacked =
                RewriteTarget.of(SCHEMA, Codec.NONE, job.target().targetFile(), workshop.names());
        OutputFile output = workshop.rewrite(unpacked, job.inputs()).outputs().get(0);

        assertThat(check(job, output)).isEqualTo(check(job, written));
        assertFound(
                flipped(output, "name-17".getBytes(StandardCharsets.UTF_8), 6),
                "Column name: its values cannot be read: could not verify ");
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    private static OutputFile flipped(OutputFile file, byte[] value, int at) {
        return Forgery.ofBytes(file, bytes -> {
            bytes[place(bytes, value) + at] ^= 1;
            return bytes;
        });
    }

    private static int place(byte[] bytes, byte[] wanted) {
        for (int at = 0; at <= bytes.length - wanted.length; at++) {
            if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        throw new AssertionError("The value is nowhere in the file");
    }

    @Test
    void finds_two_columns_that_were_swapped() {
        OutputFile swapped = forged(events -> events.forEach(event -> {
            long id = event.id;
            event.id = event.twin;
            event.twin = id;
        }));

        assertFound(swapped, differs("id", 0) + " Other columns that differ: twin.");
    }

    @Test
    void finds_two_values_that_changed_places_within_their_column() {
        OutputFile swapped = forged(events -> {
            events.get(11).small = 12;
            events.get(12).small = 11;
        });

        assertFound(swapped, differs("small", 11));
    }

    @Test
    void finds_rows_that_are_missing_or_there_twice() {
        assertFound(forged(events -> events.remove(7)), "The outputs hold 299 rows where the inputs hold 300.");
        assertFound(forged(events -> events.set(8, events.get(7))), differs("id", 8));
        assertThatThrownBy(() -> check(job, written, written))
                .hasMessageContaining("The outputs hold 600 rows where the inputs hold 300.");
    }

    @Test
    void finds_a_row_group_that_is_missing_or_there_twice() {
        OutputFile plain = plain();
        List<Integer> all = rowGroups(plain);
        assertThat(all).hasSizeGreaterThan(2);

        assertThat(check(job, pages(plain, all, "id", pages -> pages))).isEqualTo(check(job, written));
        assertFound(pages(plain, all.subList(1, all.size()), "id", pages -> pages), "The outputs hold ");
        List<Integer> twice = new ArrayList<>(all);
        twice.add(0);
        assertFound(pages(plain, twice, "id", pages -> pages), "The outputs hold ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "small", "name", "real", "list.list.element", "map.key_value.key"})
    void finds_a_page_that_is_missing_or_there_twice_or_in_place_of_another(String column) {
        OutputFile plain = plain();
        List<Integer> all = rowGroups(plain);

        assertFound(
                pages(plain, all, column, pages -> pages.subList(1, pages.size())),
                "Column " + column + ": its values cannot be read: it ends before the last row.");
        assertFound(
                pages(plain, all, column, pages -> {
                    List<DataPageV1> longer = new ArrayList<>(pages);
                    longer.add(pages.get(1));
                    return longer;
                }),
                "Column " + column + ": its values cannot be read: it goes on after the last row with ");
        assertFound(
                pages(plain, all, column, pages -> {
                    List<DataPageV1> other = new ArrayList<>(pages);
                    other.set(1, pages.get(0));
                    return other;
                }),
                "Column " + column + ": it does not hold what the inputs hold, first in row 1");
    }

    private List<Integer> rowGroups(OutputFile file) {
        int count =
                workshop.footer(FolderStore.path(file.location())).getBlocks().size();
        return IntStream.range(0, count).boxed().toList();
    }

    private OutputFile pages(
            OutputFile file, List<Integer> rowGroups, String of, UnaryOperator<List<DataPageV1>> change) {
        return Forgery.ofPages(
                workshop, file, SCHEMA, rowGroups, (column, pages) -> column.equals(of) ? change.apply(pages) : pages);
    }

    /** parquet-java's own way to skip a value never ends there. */
    @Test
    @Timeout(60)
    void ends_where_the_deleted_rows_of_an_input_have_no_bytes() {
        MessageType one = schema("required int64 a;");
        List<Group> rows = IntStream.range(0, 10)
                .mapToObj(row -> new SimpleGroup(one).append("a", (long) row))
                .toList();
        OutputFile cut = Forgery.ofPages(
                workshop,
                Forgery.ofRows(workshop, one, rows),
                one,
                List.of(0),
                (column, pages) -> pages.stream().map(Forgery::half).toList());
        RewriteInput input = Forgery.input(cut).with(RowMask.of(5, 6, 7, 8, 9));

        RewriteJob half = new RewriteJob(List.of(input), workshop.target(one));
        OutputFile kept = Forgery.ofRows(workshop, one, rows.subList(0, 5));

        assertThatThrownBy(() -> check(half, kept))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.VERIFICATION_FAILED))
                .hasMessageStartingWith(input.file() + ": Column a cannot be checked: its values cannot be read: ");
    }

    @Test
    void tells_a_null_from_a_zero() {
        assertFound(with(10, event -> event.small = 0), differs("small", 10));
        assertFound(with(11, event -> event.small = null), differs("small", 11));
    }

    @Test
    void tells_nulls_and_empty_things_apart_at_every_depth() {
        assertFound(with(7, event -> event.list = List.of()), differs("list.list.element", 7));
        assertFound(with(4, event -> event.list = null), differs("list.list.element", 4));
        assertFound(with(4, event -> event.list = Collections.singletonList(null)), differs("list.list.element", 4));
        assertFound(with(3, event -> event.both = true), differs("both.a", 3));
        assertFound(with(2, event -> event.both = false), differs("both.a", 2));
    }

    @Test
    void finds_elements_in_another_order_or_another_row() {
        assertFound(with(3, event -> event.list = List.of(1, 0, 2)), differs("list.list.element", 3));
        assertFound(
                forged(events -> {
                    events.get(2).list = List.of(0);
                    events.get(3).list = List.of(1, 0, 1, 2);
                }),
                differs("list.list.element", 2));
    }

    @Test
    void finds_a_changed_key_and_a_changed_value_of_a_map() {
        assertFound(with(3, event -> event.key = 4), differs("map.key_value.key", 3));
        assertFound(with(3, event -> event.value = 3), differs("map.key_value.value", 3));
    }

    @Test
    void tells_zeros_by_their_sign() {
        assertFound(with(0, event -> event.real = -0.0), differs("real", 0));
    }

    @Test
    void tells_what_is_not_a_number_by_its_bits() {
        long first = 0x7FF8_0000_DEAD_BEEFL;
        long second = 0x7FF8_0000_DEAD_BEEEL;
        MessageType reals = schema("required double real;");
        RewriteInput input = Forgery.input(replaced(reals(reals), 1234.5, first));
        RewriteTarget target = RewriteTarget.of(reals, Codec.NONE, job.target().targetFile(), workshop.names());
        RewriteJob strange = new RewriteJob(List.of(input), target);
        OutputFile kept = workshop.rewrite(target, input).outputs().get(0);

        assertThat(check(strange, kept)).isEqualTo(check(strange, replaced(reals(reals), 1234.5, first)));
        assertFound(strange, replaced(reals(reals), 1234.5, second), differs("real", 1));
    }

    private OutputFile reals(MessageType schema) {
        List<Group> rows =
                List.of(new SimpleGroup(schema).append("real", 1.0), new SimpleGroup(schema).append("real", 1234.5));
        return Forgery.ofRows(workshop, schema, rows);
    }

    private static OutputFile replaced(OutputFile file, double number, long bits) {
        return Forgery.ofBytes(file, bytes -> {
            byte[] other = number(bits);
            System.arraycopy(other, 0, bytes, place(bytes, number(Double.doubleToRawLongBits(number))), other.length);
            return bytes;
        });
    }

    @Test
    void finds_rows_that_another_mask_would_have_deleted() {
        RewriteInput first = job.inputs().get(0);
        RewriteInput second = job.inputs().get(1);
        RewriteJob masked = new RewriteJob(List.of(first.with(RowMask.of(3, 50)), second), job.target());
        OutputFile output =
                workshop.rewrite(job.target(), masked.inputs()).outputs().get(0);

        assertThat(check(masked, output).rows()).isEqualTo(ROWS - 2);
        assertFound(
                new RewriteJob(List.of(first.with(RowMask.of(3, 51)), second), job.target()),
                output,
                differs("id", 49));
        assertFound(job, output, "The outputs hold 298 rows where the inputs hold 300.");
    }

    @Test
    void finds_generated_columns_that_count_from_another_base() {
        MessageType output = schema("required int64 id; optional int64 _row_id; optional int64 version;");
        RewriteJob base100 = generating(output, 100, 6);
        OutputFile file =
                workshop.rewrite(base100.target(), base100.inputs()).outputs().get(0);

        assertThat(check(base100, file).rows()).isEqualTo(99);
        assertFound(generating(output, 101, 6), file, differs("_row_id", 0));
        assertFound(generating(output, 100, 7), file, differs("version", 0));
    }

    private RewriteJob generating(MessageType output, long base, long version) {
        RewriteInput input = job.inputs()
                .get(0)
                .with(RowMask.of(5))
                .withGenerated(List.of(
                        GeneratedColumn.countingFrom(base, "_row_id"), GeneratedColumn.constantly(version, "version")));
        return new RewriteJob(List.of(input), workshop.target(output));
    }

    @Test
    void finds_constants_that_are_others() {
        MessageType output = schema("required int64 id; optional binary day (STRING); optional group both {"
                + " optional int32 a; required int64 y; }");
        RewriteJob monday = dated(output, "mo", 7);
        OutputFile file =
                workshop.rewrite(monday.target(), monday.inputs()).outputs().get(0);

        assertThat(check(monday, file).rows()).isEqualTo(100);
        assertFound(dated(output, "tu", 7), file, differs("day", 0));
        assertFound(dated(output, "mo", 8), file, differs("both.y", 1));
    }

    private RewriteJob dated(MessageType output, String day, long y) {
        RewriteInput input = job.inputs()
                .get(0)
                .withConstants(List.of(
                        ConstantColumn.always(ColumnPath.get("day"), ConstantValue.of(day)),
                        ConstantColumn.whereMissing(ColumnPath.get("both", "y"), ConstantValue.of(y))));
        return new RewriteJob(List.of(input), workshop.target(output));
    }

    @Test
    void refuses_an_output_that_is_not_what_was_reported() {
        assertFound(Forgery.claimed(Forgery.input(written), ROWS + 1), "It has 300 rows where 301 were written.");
        assertFound(
                new OutputFile(
                        written.location(),
                        written.size().plus(written.size()),
                        written.modifiedAt(),
                        ROWS,
                        List.of(),
                        List.of()),
                "It has %d bytes where %d are expected."
                        .formatted(written.size().count(), 2 * written.size().count()));
        MessageType other = schema("required int64 id;");
        OutputFile narrow = Forgery.ofRows(workshop, other, List.of(new SimpleGroup(other).append("id", 1L)));
        assertFound(narrow, "Its schema is ");
    }

    @Test
    void refuses_an_output_that_cannot_be_read_at_all() {
        assertFound(
                Forgery.ofBytes(written, bytes -> Arrays.copyOf(bytes, bytes.length - 9)),
                "Its footer cannot be read: ");
        assertFound(Forgery.ofBytes(written, bytes -> new byte[3]), "Its footer cannot be read: ");
        assertFound(Forgery.ofBytes(written, bytes -> new byte[0]), "Its footer cannot be read: ");
        int start = Math.toIntExact(workshop.footer(FolderStore.path(written.location()))
                .getBlocks()
                .get(0)
                .getColumns()
                .get(4)
                .getStartingPos());
        assertFound(
                Forgery.ofBytes(written, bytes -> {
                    Arrays.fill(bytes, start, start + 40, (byte) -1);
                    return bytes;
                }),
                "Column real: its values cannot be read: ");
    }

    @ParameterizedTest
    @CsvSource({"true, 41000000", "false, 2000000"})
    void reads_a_chunk_page_by_page_where_it_is_too_large_for_the_memory(boolean dictionary, long largestPage) {
        MessageType large = schema("required int32 id; required fixed_len_byte_array(2048) bytes;");
        Random random = new Random(7);
        List<Group> rows = new ArrayList<>();
        for (int row = 0; row < 20_000; row++) {
            byte[] bytes = new byte[2048];
            random.nextBytes(bytes);
            rows.add(new SimpleGroup(large).append("id", row).append("bytes", Binary.fromConstantByteArray(bytes)));
        }
        Workshop.Settings settings = builder -> builder.withDictionaryEncoding(dictionary)
                .withDictionaryPageSize(64 * 1024 * 1024)
                .withWriterVersion(dictionary ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0);
        RewriteInput input = workshop.file(large, settings, rows);
        assertThat(workshop.footer(FolderStore.path(input.file()))
                        .getBlocks()
                        .get(0)
                        .getColumns()
                        .get(1)
                        .getTotalSize())
                .isGreaterThan(RewriteLimits.LEAST_MEMORY.count() / 2);
        RewriteJob same = new RewriteJob(List.of(input), workshop.target(large));

        assertThat(check(same, Forgery.claimed(input, rows.size())).rows()).isEqualTo(rows.size());
        assertThat(workshop.store.largestRead.get()).isLessThan(largestPage);
        rows.set(19_000, rows.get(18_000));
        OutputFile other = Forgery.claimed(workshop.file(large, settings, rows), rows.size());
        assertFound(same, other, differs("id", 19_000) + " Other columns that differ: bytes.");
    }

    @Test
    void passes_on_what_the_store_says() {
        OutputFile missing = Forgery.claimed(
                RewriteInput.of(written.location().parent().resolve("none.parquet"), written.size()), ROWS);

        assertThatThrownBy(() -> check(job, missing))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE));
        assertThat(workshop.store.open).hasValue(0);
    }

    @Test
    void says_which_column_it_cannot_follow() {
        MessageType dates = schema("required int32 id (DATE);");
        RewriteInput input = workshop.file(dates, List.of(new SimpleGroup(dates).append("id", 1)));
        RewriteJob odd = new RewriteJob(List.of(input), workshop.target(schema("required int64 id;")));

        // Both the input and the output are wrong, and they are opened beside each other: either may be told.
        assertThatThrownBy(() -> check(odd, written))
                .isInstanceOf(GateException.class)
                .hasMessageMatching("(?s).*(Its schema is |Column id cannot be checked: ).*");
        assertThatThrownBy(() -> check(odd))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.VERIFICATION_FAILED))
                .hasMessageStartingWith(input.file() + ": Column id cannot be checked: how ")
                .hasMessageContaining("is not known to the check.");
    }
}
