/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The four ways in which Iceberg lets files be replaced, each against a row that was deleted meanwhile: why a compaction
 * names both the version it began with and that version's sequence number. None of the four brings a row back.
 */
class RewriteCallTest {

    private static final String DAY = Events.DAYS.get(0);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "2, false, false", "2, true, false", "2, false, true", "2, true, true",
        "3, false, false", "3, true, false", "3, false, true", "3, true, true"
    })
    void a_row_that_is_deleted_by_position_meanwhile_stays_deleted_as_the_commit_is_refused(
            int version, boolean withSequence, boolean withStart) throws IOException {
        Events events = Events.create(folder.resolve("t"), version, 3);
        Replacement replacement = new Replacement(events);
        events.deletePositions(replacement.inputs.get(0), 1);

        assertThatThrownBy(() -> replacement.commit(withSequence, withStart))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining(
                        withSequence
                                ? "Cannot commit, found new position delete for replaced data file"
                                : "Cannot commit, found new delete for replaced data file");

        assertThat(events.ids()).hasSize(59).doesNotContain(1L);
    }

    @ParameterizedTest
    @CsvSource({
        "2, false, false", "2, true, false", "2, false, true", "2, true, true",
        "3, false, false", "3, true, false", "3, false, true", "3, true, true"
    })
    void a_row_that_is_deleted_by_its_id_meanwhile_stays_deleted_and_only_a_sequence_number_lets_the_commit_in(
            int version, boolean withSequence, boolean withStart) throws IOException {
        Events events = Events.create(folder.resolve("t"), version, 3);
        Replacement replacement = new Replacement(events);
        events.deleteIds(DAY, 1);
        TreeSet<Long> ids = new TreeSet<>(events.ids());

        if (withSequence) {
            assertThatCode(() -> replacement.commit(true, withStart)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> replacement.commit(false, withStart))
                    .isInstanceOf(ValidationException.class)
                    .hasMessageContaining("Cannot commit, found new delete for replaced data file");
        }

        assertThat(events.ids()).isEqualTo(ids).hasSize(59).doesNotContain(1L);
        assertThat(events.files()).hasSize(withSequence ? 4 : 6);
    }

    /** A day's files as they were, and the one file that is to take their place. */
    private static final class Replacement {
        private final Events events;
        private final Snapshot start;
        private final List<DataFile> inputs;
        private final DataFile output;

        Replacement(Events events) throws IOException {
            this.events = events;
            this.start = events.table().currentSnapshot();
            this.inputs = events.files().stream()
                    .filter(file -> DAY.equals(file.partition().get(0, String.class)))
                    .toList();
            List<Record> rows = new ArrayList<>();
            try (CloseableIterable<Record> records = IcebergGenerics.read(events.table())
                    .where(Expressions.equal("day", DAY))
                    .build()) {
                records.forEach(rows::add);
            }
            this.output = events.write(DAY, rows);
        }

        void commit(boolean withSequence, boolean withStart) {
            RewriteFiles rewrite = events.table().newRewrite();
            if (withSequence) {
                rewrite.dataSequenceNumber(start.sequenceNumber());
            }
            if (withStart) {
                rewrite.validateFromSnapshot(start.snapshotId());
            }
            inputs.forEach(rewrite::deleteFile);
            rewrite.addFile(output).commit();
        }
    }
}
