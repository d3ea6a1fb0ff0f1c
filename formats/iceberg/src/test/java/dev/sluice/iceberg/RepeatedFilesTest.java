/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that a table lists more than once: Iceberg's writers let that happen, and its readers give the rows as often. */
final class RepeatedFilesTest {

    private static final String DAY = "2026-11-01";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void are_left_alone_and_every_row_stays_as_often_as_it_was(int version) {
        Events events = Events.create(folder.resolve("t"), version, 3);
        DataFile file = events.files().get(0);
        events.commitAppend(file);
        List<String> rows = events.rows();

        IcebergPass.compact(events.format(), events.ref());

        assertThat(events.rows()).isEqualTo(rows).hasSize(70);
        assertThat(events.files())
                .extracting(DataFile::location)
                .contains(file.location())
                .hasSize(4);
    }

    @Test
    void of_the_same_name_in_another_partition_are_refused_before_anything_is_written() {
        Events events = Events.create(folder.resolve("t"), 2, 0);
        for (int i = 0; i < 3; i++) {
            events.append(DAY);
        }
        DataFile file = events.files().get(0);
        events.commitAppend(DataFiles.builder(events.table().spec())
                .copy(file)
                .withPartitionPath("day=2026-11-02")
                .build());
        List<String> rows = events.rows();

        assertThatExceptionOfType(GateException.class)
                .isThrownBy(() -> IcebergPass.compact(events.format(), events.ref()))
                .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .withMessageContaining(
                        file.location()
                                + ": The table lists this file more than once, and a commit would take out all of its entries.");
        assertThat(events.rows()).isEqualTo(rows);
    }
}
