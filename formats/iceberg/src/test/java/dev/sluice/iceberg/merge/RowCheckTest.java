/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.iceberg.Events;
import dev.sluice.iceberg.IcebergFormat;
import dev.sluice.iceberg.IcebergPass;
import dev.sluice.iceberg.rows.FileSchema;
import dev.sluice.iceberg.rows.InputFile;
import dev.sluice.iceberg.rows.LiveRows;
import dev.sluice.iceberg.rows.RowReader;
import dev.sluice.iceberg.rows.RowSource;
import dev.sluice.iceberg.table.IcebergTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** The comparison of rows that were read with rows that were written: what it says of outputs that are wrong. */
class RowCheckTest {

    private static final String DAY = Events.DAYS.get(0);

    @TempDir
    private Path folder;

    private Events create(int version) {
        Events events = Events.empty(folder.resolve("t"), Events.SCHEMA, Events.BY_DAY, version, Map.of())
                .in(FileFormat.ORC);
        events.commitAppend(events.write(DAY, rows(events)));
        return events;
    }

    private static List<Record> rows(Events events) {
        List<Record> rows = new ArrayList<>();
        for (long id = 0; id < 5; id++) {
            rows.add(events.row(id, DAY));
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void agrees_with_the_same_rows_in_another_file(int version) {
        Events events = create(version);

        assertThatCode(comparing(events, events.write(DAY, rows(events)))).doesNotThrowAnyException();
    }

    @Test
    void names_the_file_the_column_and_the_row_that_differ() {
        Events events = create(2);
        List<Record> rows = rows(events);
        rows.get(3).setField("note", "other");
        DataFile output = events.write(DAY, rows);

        assertThatThrownBy(comparing(events, output)).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.fault()).isEqualTo(Fault.VERIFICATION_FAILED);
            assertThat(e.subject()).isEqualTo(output.location());
            assertThat(e.reason())
                    .isEqualTo(
                            "Column note: it does not hold what the inputs hold, first in row 3, counted from 0; there it"
                                    + " came from row 3 of %s."
                                            .formatted(events.files().get(0).location()));
        });
    }

    @Test
    void tells_a_value_from_none() {
        Events events = create(2);
        List<Record> rows = rows(events);
        rows.get(0).setField("amount", null);

        assertThatThrownBy(comparing(events, events.write(DAY, rows))).hasMessageContaining("Column amount: ");
    }

    @Test
    void misses_a_row_at_the_end() {
        Events events = create(2);
        DataFile output = events.write(DAY, rows(events).subList(0, 4));

        assertThatThrownBy(comparing(events, output))
                .hasMessageContaining("The outputs and the inputs do not hold as many rows: one side ends after 4.");
    }

    @Test
    void misses_row_lineage_that_was_lost() {
        Events events = create(3);

        assertThatThrownBy(comparing(events, events.write(DAY, rows(events))))
                .hasMessageContaining("Column _row_id: it does not hold what the inputs hold, first in row 0");
    }

    /** The rows of the table's only file with those of an output, as they are before a commit. */
    private static ThrowingCallable comparing(Events events, DataFile output) {
        IcebergFormat format = IcebergPass.format();
        IcebergTable table = IcebergPass.load(format, events.ref());
        FileSchema fileSchema = new FileSchema(table);
        Schema schema = fileSchema.rows();
        RowReader reader = new RowReader(table, fileSchema.names());
        List<RowSource> inputs;
        try (var tasks = IcebergPass.newest(format, events.ref()).tasks()) {
            inputs = tasks.map(InputFile::new)
                    .map(input -> RowSource.of(input, new Roaring64Bitmap()))
                    .toList();
        }
        return () -> {
            try (LiveRows expected = new LiveRows(reader, inputs, schema);
                    LiveRows found = new LiveRows(
                            reader, Stream.of(output).map(RowSource::ofOutput).toList(), schema)) {
                RowCheck.verify(schema, expected, found);
            }
        };
    }
}
