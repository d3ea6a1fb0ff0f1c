/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.Change;
import dev.sluice.core.health.Measure;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What went wrong elsewhere, on the smallest table that shows it. */
class DeltaCasesTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 3000})
    void files_of_every_size_around_the_target_keep_their_rows(int rows) throws IOException, SQLException {
        HandMadeTable table = HandMadeTable.of(
                folder, HandMadeTable.field("id", "long") + "," + HandMadeTable.field("text", "string"));
        for (int size : new int[] {rows, 1, 2 * rows, 500, rows + 1, 5000}) {
            table.append("SELECT range AS id, md5(range::VARCHAR) AS text FROM range(%d)".formatted(size));
        }
        new LogWriter(folder).property("delta.targetFileSize", "40kb");
        Location location = Location.local(folder);
        TableRows before = TableRows.of(location);
        DeltaPass pass = new DeltaPass(location, Clock.systemUTC());

        Change change = pass.compact(pass.plan()).change().orElseThrow();

        assertThat(TableRows.of(location)).isEqualTo(before);
        assertThat(change.rowsRead()).isEqualTo(change.rowsWritten());
        assertThat(pass.plan().isEmpty()).isTrue();
    }

    @Test
    void optimising_again_and_again_after_a_checkpoint_keeps_the_rows_and_makes_no_version()
            throws IOException, SQLException {
        HandMadeTable table = HandMadeTable.of(folder, HandMadeTable.field("id", "long"));
        for (int i = 0; i < 9; i++) {
            table.append("SELECT range AS id FROM range(100)");
        }
        new LogWriter(folder).property("delta.checkpointInterval", "11");
        Location location = Location.local(folder);
        TableRows before = TableRows.of(location);
        DeltaPass pass = new DeltaPass(location, Clock.systemUTC());

        Change change = pass.compact(pass.plan()).change().orElseThrow();

        assertThat(change.version()).isEqualTo(11);
        assertThat(folder.resolve("_delta_log/00000000000000000011.checkpoint.parquet"))
                .exists();
        for (int again = 0; again < 3; again++) {
            assertThat(new DeltaPass(location, Clock.systemUTC()).plan().isEmpty())
                    .isTrue();
            assertThat(TableRows.of(location)).isEqualTo(before);
        }
    }

    @Test
    void a_table_of_which_every_file_was_removed_has_nothing_to_do_and_no_ratio_to_divide_by()
            throws IOException, SQLException {
        HandMadeTable.of(folder, HandMadeTable.field("id", "long"))
                .append("SELECT 1::BIGINT AS id")
                .append("SELECT 2::BIGINT AS id");
        LogWriter other = new LogWriter(folder);
        other.remove("part-00001.parquet");
        other.remove("part-00002.parquet");
        DeltaPass pass = new DeltaPass(Location.local(folder), Clock.systemUTC());

        MaintenancePlan plan = pass.plan();
        TableHealth health = TableHealth.measure(
                pass.format.inspect(pass.table),
                new Measure(Bytes.ofMebibytes(32), OptionalDouble.empty(), partition -> true));

        assertThat(plan.isEmpty()).isTrue();
        assertThat(health.smallRatio()).isZero();
        assertThat(health.deletedPercent()).isZero();
    }

    @Test
    void a_lone_file_is_rewritten_from_the_limit_of_deleted_rows_on() throws IOException {
        Path table = TestTables.copyOf("delta/delta-kdef__basic-dv-no-checkpoint", folder);
        new LogWriter(table).remove("part-00001-1c9b5e60-ab86-4017-9ec9-a6fe4150cdd5-c000.snappy.parquet");
        DeltaPass pass = new DeltaPass(Location.local(table), Clock.systemUTC());
        DataFile file = onlyFile(pass);
        double percent = 100.0 * file.deletedRows() / file.rows();

        assertThat(List.of(percent, percent + 0.001))
                .extracting(limit -> new Measure(Bytes.of(1), OptionalDouble.of(limit), p -> true).isCandidate(file))
                .containsExactly(true, false);

        Change change = pass.compact(pass.plan()).change().orElseThrow();
        assertThat(change.removed()).hasSize(1);
        assertThat(onlyFile(pass).deletedRows()).isZero();
    }

    @Test
    void a_table_reached_by_other_spellings_of_its_place_has_the_same_leftovers() throws IOException, SQLException {
        HandMadeTable.of(folder, HandMadeTable.field("id", "long"))
                .append("SELECT 1::BIGINT AS id")
                .append("SELECT 2::BIGINT AS id");
        new LogWriter(folder).remove("part-00001.parquet");
        String path = folder.toRealPath().toString();

        assertThat(Stream.of(path, path + "/", path + "/./", "file:" + path, "file://" + path, path + "/x/.."))
                .extracting(spelling -> new DeltaPass(Location.parse(spelling), Clock.systemUTC())
                        .leftovers()
                        .unreferenced())
                .containsOnly(1L);
    }

    private static DataFile onlyFile(DeltaPass pass) {
        try (Stream<DataFile> files = pass.format.inspect(pass.table).files()) {
            List<DataFile> all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }
}
