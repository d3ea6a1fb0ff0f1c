/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.verify;

import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.Change;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Partition;
import dev.sluice.core.testing.FakeFormat;
import dev.sluice.core.testing.TableBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VerifierTest {

    private static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");
    private static final Bytes SMALL = Bytes.ofMebibytes(1);
    private static final List<String> REMOVED = List.of("part-00000.parquet", "part-00001.parquet");

    /** Three files of 100 rows; two of them are merged into one. */
    private final TableBuilder before = aTable().withFiles(3, SMALL);

    @Test
    void a_change_that_did_what_it_says_passes() {
        Verification check = verify(after(merged(200)), change(200, 200));

        assertThat(check.problems()).isEmpty();
        assertThat(check.passed()).isTrue();
        assertThat(check).isEqualTo(new Verification(300, 300, 3, 2, List.of(), NOW));
    }

    @Test
    void deleted_rows_that_were_left_out_are_no_loss() {
        before.deletedRowsPerFile(10).withFiles(1, SMALL);
        Change change = new Change(
                1,
                2,
                List.of("part-00000.parquet", "part-00003.parquet"),
                List.of(new Change.AddedFile("new.parquet", SMALL, 190)),
                Set.of(),
                SMALL,
                SMALL,
                190,
                190,
                List.of());
        TableBuilder after = aTable().withFiles(3, SMALL)
                .without("part-00000.parquet")
                .withFile(merged(190))
                .atVersion(2);

        Verification check = verify(after, change);

        assertThat(check.problems()).isEmpty();
        assertThat(check.rowsBefore()).isEqualTo(390);
        assertThat(check.rowsAfter()).isEqualTo(390);
    }

    @Test
    void appends_before_and_after_the_commit_do_not_blur_the_account() {
        FakeFormat format = new FakeFormat(aTable().withFiles(2, SMALL).build(), new ArrayList<>());
        format.commit(before.atVersion(2).build());
        format.commit(after(merged(200)).atVersion(3).build());
        format.commit(after(merged(200)).withFiles(5, SMALL).atVersion(4).build());
        Change change = new Change(
                2,
                3,
                REMOVED,
                List.of(new Change.AddedFile("new.parquet", SMALL, 200)),
                Set.of(),
                SMALL,
                SMALL,
                200,
                200,
                List.of());

        assertThat(Verifier.verify(format, ORDERS, change, NOW).problems()).isEmpty();
    }

    @Test
    void rows_that_went_in_and_did_not_come_out_are_a_problem() {
        assertThat(verify(after(merged(199)), change(200, 199)).problems())
                .containsExactly("200 live rows went in and 199 came out.");
    }

    @Test
    void a_rewritten_file_that_was_not_there_is_a_problem() {
        before.without("part-00001.parquet");

        assertThat(verify(after(merged(200)), change(200, 200)).problems())
                .containsExactly(
                        "Version 1 held 1 of the 2 files that were rewritten.",
                        "Version 2 has 2 files; 2 less 2 rewritten plus 1 written were due.");
    }

    @Test
    void a_rewritten_file_that_is_still_there_is_a_problem() {
        TableBuilder after =
                aTable().withFiles(3, SMALL).without("part-00000.parquet").withFile(merged(200));

        assertThat(verify(after.atVersion(2), change(200, 200)).problems())
                .containsExactly(
                        "Version 2 still holds 1 of the files that were rewritten.",
                        "Version 2 has 3 files; 3 less 2 rewritten plus 1 written were due.");
    }

    @Test
    void a_written_file_that_was_there_before_is_a_problem() {
        before.withFile(merged(200));

        assertThat(verify(after(merged(200)), change(200, 200)).problems())
                .contains("Version 1 already held 1 of the files that were written.");
    }

    @Test
    void a_written_file_that_is_missing_is_a_problem() {
        TableBuilder after = aTable().withFiles(3, SMALL)
                .without("part-00000.parquet")
                .without("part-00001.parquet")
                .atVersion(2);

        assertThat(verify(after, change(200, 200)).problems())
                .containsExactly(
                        "Version 2 holds 0 of the 1 files that were written, with their sizes and rows.",
                        "Version 2 has 1 files; 3 less 2 rewritten plus 1 written were due.");
    }

    @Test
    void a_written_file_of_another_size_or_with_other_rows_is_a_problem() {
        DataFile larger =
                new DataFile("new.parquet", Bytes.ofMebibytes(2), 200, 0, "", Partition.WHOLE_TABLE, NOW, null);
        String problem = "Version 2 holds 0 of the 1 files that were written, with their sizes and rows.";

        assertThat(verify(after(larger), change(200, 200)).problems()).containsExactly(problem);
        assertThat(verify(after(merged(150)), change(200, 200)).problems()).containsExactly(problem);
    }

    @Test
    void a_file_that_nobody_touched_and_that_changed_is_a_problem() {
        TableBuilder after = aTable().rowsPerFile(99)
                .withFiles(3, SMALL)
                .without("part-00000.parquet")
                .without("part-00001.parquet");

        assertThat(verify(after.withFile(merged(200)).atVersion(2), change(200, 200))
                        .problems())
                .containsExactly("The files that were not touched hold 100 rows in version 1 and 99 in version 2.");
    }

    @Test
    void where_the_metadata_does_not_count_the_rows_those_of_the_change_are_told() {
        TableBuilder uncounted = aTable().rowsPerFile(DataFile.UNKNOWN_ROWS).withFiles(3, SMALL);
        FakeFormat format = new FakeFormat(uncounted.build(), new ArrayList<>());
        format.commit(uncounted
                .without("part-00000.parquet")
                .without("part-00001.parquet")
                .withFile(merged(200))
                .atVersion(2)
                .build());

        Verification check = Verifier.verify(format, ORDERS, change(200, 200), NOW);

        assertThat(check.problems()).isEmpty();
        assertThat(check.rowsBefore()).isEqualTo(200);
        assertThat(check.rowsAfter()).isEqualTo(200);
    }

    private Verification verify(TableBuilder after, Change change) {
        FakeFormat format = new FakeFormat(before.build(), new ArrayList<>());
        format.commit(after.build());
        return Verifier.verify(format, ORDERS, change, NOW);
    }

    private static Change change(long rowsRead, long rowsWritten) {
        return new Change(
                1,
                2,
                REMOVED,
                List.of(new Change.AddedFile("new.parquet", SMALL, rowsWritten)),
                Set.of(),
                SMALL,
                SMALL,
                rowsRead,
                rowsWritten,
                List.of());
    }

    private static DataFile merged(long rows) {
        return new DataFile("new.parquet", SMALL, rows, 0, "", Partition.WHOLE_TABLE, NOW, null);
    }

    private static TableBuilder after(DataFile merged) {
        return aTable().withFiles(3, SMALL)
                .without("part-00000.parquet")
                .without("part-00001.parquet")
                .withFile(merged)
                .atVersion(2);
    }
}
