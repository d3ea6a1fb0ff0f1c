/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.rewrite.check.OutputCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way in which an output can differ from what was reported is found. */
final class OutputCheckTest {

    private static final MessageType SCHEMA = schema("required int64 id; optional int32 a;");

    @TempDir
    Path folder;

    private Workshop workshop;
    private OutputFile written;

    @BeforeEach
    void write() {
        workshop = new Workshop(folder);
        List<Group> rows = List.of(new SimpleGroup(SCHEMA).append("id", 1L), new SimpleGroup(SCHEMA).append("id", 2L));
        written = workshop.rewrite(workshop.target(SCHEMA), workshop.file(SCHEMA, rows))
                .outputs()
                .get(0);
    }

    private void assertFound(OutputFile claimed, MessageType schema, String reason) {
        assertThatThrownBy(() -> new OutputCheck(workshop.store).verify(claimed, schema))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.VERIFICATION_FAILED))
                .hasMessageStartingWith(written.location() + ": ")
                .hasMessageContaining(reason);
        assertThat(workshop.store.open).hasValue(0);
    }

    private void change(UnaryOperator<byte[]> change) throws IOException {
        Path file = FolderStore.path(written.location());
        Files.write(file, change.apply(Files.readAllBytes(file)));
    }

    private OutputFile claiming(Bytes size, long rows, List<ColumnMetrics> metrics) {
        return new OutputFile(written.location(), size, written.modifiedAt(), rows, written.rowGroupOffsets(), metrics);
    }

    @Test
    void finds_another_size() {
        assertFound(
                claiming(written.size().plus(Bytes.of(1)), 2, written.metrics()),
                SCHEMA,
                "It has %d bytes where %d were written."
                        .formatted(written.size().count(), written.size().count() + 1));
    }

    @Test
    void finds_missing_rows() {
        assertFound(claiming(written.size(), 3, written.metrics()), SCHEMA, "It has 2 rows where 3 were written.");
    }

    @Test
    void finds_another_schema() {
        assertFound(written, schema("required int64 id; required int32 a;"), "where message table");
        assertFound(written, schema("required int64 id = 1; optional int32 a;"), "where message table");
    }

    @Test
    void finds_another_number_of_values() {
        ColumnMetrics real = written.metrics().get(1);
        ColumnMetrics claimed = new ColumnMetrics(
                real.column(), real.type(), 3, real.nulls(), real.nans(), real.compressed(), real.min(), real.max());

        assertFound(
                claiming(written.size(), 2, List.of(claimed)),
                SCHEMA,
                "Column a: it has 2 values where 3 were written.");
    }

    @Test
    void finds_a_file_that_begins_like_another() throws IOException {
        change(bytes -> {
            bytes[0] = 'X';
            return bytes;
        });
        assertFound(written, SCHEMA, "It does not begin like a Parquet file.");
    }

    @Test
    void finds_a_footer_that_cannot_be_read() throws IOException {
        change(bytes -> {
            bytes[bytes.length - 1] = 'X';
            return bytes;
        });
        assertFound(written, SCHEMA, "Its footer cannot be read: ");
    }
}
