/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.History;
import dev.sluice.core.table.Objection;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the history of a table shows somebody who may overwrite a commit of ours. */
class OverwritingWritersTest {

    private static final Location ON_S3 = Location.parse("s3://lake/orders");
    private static final String SPARK = "Apache-Spark/3.5.1 Delta-Lake/3.2.0";
    private static final String OURS = "Kernel-4.4.0/Sluice";

    @Test
    void of_local_tables_nothing_needs_to_be_said() {
        assertThat(OverwritingWriters.objection(
                        Location.local("/lake/orders"), log(OptionalLong.empty()), List.of(commit(7, SPARK))))
                .isEmpty();
    }

    @Test
    void spark_in_the_history_is_an_objection_that_names_it_and_the_key_to_set() {
        Optional<Objection> found = OverwritingWriters.objection(
                ON_S3, log(OptionalLong.empty()), List.of(commit(8, OURS), commit(7, SPARK)));

        assertThat(found).hasValueSatisfying(objection -> {
            assertThat(objection.kind()).isEqualTo(Objection.Kind.WRITERS_MAY_OVERWRITE);
            assertThat(objection.text())
                    .startsWith(SPARK + " made version 7 and may overwrite a commit of Sluice's.")
                    .contains("other-writers=conditional-put", "other-writers=none-while-running");
        });
    }

    @Test
    void a_writer_who_does_not_say_who_it_is_may_be_any() {
        assertThat(objection(List.of(commit(3, ""))))
                .hasValueSatisfying(o -> assertThat(o.text()).startsWith("Somebody made version 3 "));
    }

    @Test
    void where_sluice_alone_has_written_nothing_needs_to_be_said() {
        assertThat(objection(List.of(commit(8, OURS), commit(7, OURS)))).isEmpty();
    }

    @Test
    void a_log_without_a_commit_proves_nothing() {
        assertThat(objection(List.of()))
                .hasValueSatisfying(o -> assertThat(o.text()).startsWith("The log holds no commit"));
    }

    @Test
    void a_folder_of_the_dynamodb_log_store_is_a_sign_of_it_also_where_only_sluice_has_written_of_late() {
        Optional<Objection> found =
                OverwritingWriters.objection(ON_S3, log(OptionalLong.of(9)), List.of(commit(10, OURS)));

        assertThat(found).hasValueSatisfying(objection -> {
            assertThat(objection.kind()).isEqualTo(Objection.Kind.WRITERS_MAY_OVERWRITE);
            assertThat(objection.text()).contains("DynamoDB log store", "version 9", "other-writers=conditional-put");
        });
    }

    @Test
    void a_commit_that_the_dynamodb_log_store_still_holds_back_may_not_be_forestalled_whatever_the_owner_says() {
        Optional<Objection> found =
                OverwritingWriters.objection(ON_S3, log(OptionalLong.of(11)), List.of(commit(10, OURS)));

        assertThat(found).hasValueSatisfying(objection -> {
            assertThat(objection.kind()).isEqualTo(Objection.Kind.UNSUPPORTED);
            assertThat(objection.canBeLifted()).isFalse();
            assertThat(objection.text()).contains("holds back version 11, and the log ends at version 10");
        });
    }

    @Test
    void one_listing_shows_the_newest_commits_and_what_is_held_back(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("_delta_log");
        Files.createDirectories(log.resolve(".tmp"));
        for (int version = 0; version <= 120; version++) {
            Files.writeString(log.resolve("%020d.json".formatted(version)), "{}");
        }
        Files.writeString(log.resolve(".tmp/%020d.json.6f0f6d9e".formatted(121)), "{}");
        Files.writeString(log.resolve(".tmp/%020d.json.0a1b2c3d".formatted(99)), "{}");

        LogFolder.Look look = new LogFolder(new LocalStore(), Location.local(folder)).look(110);

        assertThat(look.newest()).hasSize(LogFolder.NEWEST);
        assertThat(look.newest())
                .extracting(LogFolder.Commit::version)
                .startsWith(110L, 109L, 108L)
                .endsWith(11L);
        assertThat(look.lastCommit()).isEqualTo(120);
        assertThat(look.externalCommit()).hasValue(121);
        assertThat(look.history().versions()).isEqualTo(111);
        assertThat(look.history().metadata()).isEqualTo(Bytes.of(2 * 123));
        assertThat(look.history().newestAt())
                .contains(look.newest().get(0).file().modifiedAt());
    }

    private static Optional<Objection> objection(List<RecentCommits.Account> commits) {
        return OverwritingWriters.objection(ON_S3, log(OptionalLong.empty()), commits);
    }

    private static RecentCommits.Account commit(long version, String engine) {
        return new RecentCommits.Account(version, Optional.of(Instant.EPOCH), "WRITE", engine);
    }

    private static LogFolder.Look log(OptionalLong heldBack) {
        StoredFile file = new StoredFile(ON_S3.resolve("_delta_log/x.json"), Bytes.of(1), Instant.EPOCH);
        return new LogFolder.Look(new History(11, Bytes.of(1)), List.of(new LogFolder.Commit(10, file)), 10, heldBack);
    }
}
