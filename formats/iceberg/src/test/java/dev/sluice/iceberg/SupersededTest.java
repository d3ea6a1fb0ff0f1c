/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.verify.Verification;
import dev.sluice.core.verify.Verifier;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our commit is held against what it was made on, also where the table no longer shows that version. */
class SupersededTest {

    private static final String DAY = Events.DAYS.get(0);

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();

    @Test
    void a_commit_is_verified_where_the_table_shows_its_newest_version_only() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        Change change = compacted(events, List.of());

        showsTheNewestVersionOnly(events);

        Verification verified = Verifier.verify(format, events.ref(), change, Instant.now());
        assertThat(verified.problems()).isEmpty();
        assertThat(verified.filesBefore()).isEqualTo(6);
        assertThat(verified.filesAfter()).isEqualTo(2);
    }

    /** The version that the commit was made on is then one that the run had never looked at. */
    @Test
    void also_where_somebody_appended_while_it_was_prepared() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        Change change = compacted(events, List.of(DAY));

        showsTheNewestVersionOnly(events);

        Verification verified = Verifier.verify(format, events.ref(), change, Instant.now());
        assertThat(verified.problems()).isEmpty();
        assertThat(verified.filesBefore()).isEqualTo(7);
        assertThat(verified.filesAfter()).isEqualTo(3);
    }

    @Test
    void who_has_not_made_the_commit_is_told_that_the_version_is_gone() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        Change change = compacted(events, List.of());

        showsTheNewestVersionOnly(events);

        assertThatThrownBy(() -> IcebergPass.format().inspect(events.ref(), change.baseVersion()))
                .hasMessageContaining("It has no version %d, or no longer has it.".formatted(change.baseVersion()));
    }

    @Test
    void what_a_commit_was_made_on_is_no_longer_there_once_another_writer_has_expired_it() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        Change change = compacted(events, List.of());

        Rival.APPENDS_TWICE_AND_EXPIRES.act(Events.at(events.folder()));

        assertThatThrownBy(() -> Verifier.verify(format, events.ref(), change, Instant.now()))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.VERSION_FORGOTTEN))
                .hasMessageContaining("Another writer has made it forget version %d while it was read."
                        .formatted(change.baseVersion()));
    }

    private Change compacted(Events events, List<String> appendedMeanwhile) {
        List<String> still = new ArrayList<>(appendedMeanwhile);
        StepOutcome outcome = IcebergPass.compact(format, IcebergPass.plan(format, events.ref()), file -> {
            if (!still.isEmpty()) {
                Events.at(events.folder()).append(still.remove(0));
            }
        });
        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        return outcome.change().orElseThrow();
    }

    /** Forgets all other versions, and deletes no file of theirs. */
    private static void showsTheNewestVersionOnly(Events events) {
        TableOperations operations = ((HasTableOperations) events.table()).operations();
        TableMetadata shown = operations.current();
        Set<Long> others = shown.snapshots().stream()
                .map(Snapshot::snapshotId)
                .filter(id -> id != shown.currentSnapshot().snapshotId())
                .collect(Collectors.toSet());
        operations.commit(
                shown, TableMetadata.buildFrom(shown).removeSnapshots(others).build());
    }
}
