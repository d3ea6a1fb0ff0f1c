/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the engine does with whole files. */
final class RewriterTest {

    private static final MessageType EVENTS = schema("required int64 id; optional binary name (STRING);");

    @TempDir
    Path folder;

    private Workshop workshop;

    @BeforeEach
    void open() {
        workshop = new Workshop(folder);
    }

    private static List<Group> events(int from, int to) {
        List<Group> rows = new ArrayList<>();
        for (int id = from; id < to; id++) {
            SimpleGroup row = new SimpleGroup(EVENTS);
            row.add("id", (long) id);
            if (id % 3 != 0) {
                row.add("name", "name-" + id);
            }
            rows.add(row);
        }
        return rows;
    }

    @Test
    void merges_files_in_the_order_given() {
        RewriteResult result = workshop.rewrite(
                workshop.target(EVENTS),
                workshop.file(EVENTS, events(0, 100)),
                workshop.file(EVENTS, events(100, 250)),
                workshop.file(EVENTS, events(250, 251)));

        assertThat(result.outputs()).hasSize(1);
        assertThat(result.rowsRead()).isEqualTo(251);
        assertThat(result.rowsWritten()).isEqualTo(251);
        assertThat(workshop.rows(result, EVENTS))
                .containsExactlyElementsOf(events(0, 251).stream()
                        .map(row -> Rows.text(EVENTS, row))
                        .toList());
    }
}
