/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.table.TableRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class StateFolderTest {

    private static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final Run RUN =
            Run.begun(new RunId("20261129T030000-00000a"), "nightly", new TableRef("delta", "s3://lake/orders"), NOW);

    @TempDir
    Path folder;

    @Test
    void writes_through_to_the_disk_and_waits_ten_seconds_for_others() throws SQLException {
        SqliteDatabase database = new SqliteDatabase(file(), Duration.ofSeconds(10));
        try (Connection connection = database.connect()) {
            assertThat(pragma(connection, "journal_mode")).isEqualTo("wal");
            assertThat(pragma(connection, "synchronous")).as("2 is FULL").isEqualTo("2");
            assertThat(pragma(connection, "busy_timeout")).isEqualTo("10000");
            assertThat(pragma(connection, "foreign_keys")).isEqualTo("1");
        }
    }

    @Test
    void a_database_that_may_not_be_looked_at_is_not_taken_for_an_empty_memory() throws IOException {
        Path closed = Files.createDirectories(folder.resolve("closed"));
        Files.setPosixFilePermissions(closed, Set.of());
        try {
            assumeFalse(Files.isExecutable(closed), "whoever runs this test may look everywhere");
            assertThat(new SqliteDatabase(closed.resolve("sluice.db"), Duration.ofSeconds(10)).exists())
                    .isTrue();
        } finally {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private static String pragma(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeQuery("PRAGMA " + name).getString(1);
        }
    }

    @Test
    void refuses_a_database_of_a_newer_sluice() {
        begin();
        raw().write("PRAGMA user_version = 99");

        assertRefused(() -> read(), Fault.CONFIG_INVALID, "version 99", "up to version " + Schema.VERSION);
        assertRefused(() -> begin(), Fault.CONFIG_INVALID, "version 99", "up to version " + Schema.VERSION);
    }

    @Test
    void an_update_that_fails_leaves_nothing_behind() {
        raw().write("CREATE TABLE measurement (id TEXT)");

        assertRefused(() -> begin(), Fault.STORAGE, "measurement already exists");

        assertThat(raw().read("SELECT name FROM sqlite_master WHERE type = 'table'"))
                .containsExactly(List.of("measurement"));
        assertThat(raw().read("PRAGMA user_version")).containsExactly(List.of("0"));
    }

    @Test
    void goes_on_where_a_crash_left_an_empty_file() throws IOException {
        Files.createFile(file());

        read();
        begin();

        assertThat(raw().read("SELECT id FROM run")).hasSize(1);
    }

    @Test
    void refuses_a_file_that_is_no_database() throws IOException {
        Files.writeString(file(), "These are the notes of somebody who had the same idea for a file name.".repeat(20));

        assertRefused(() -> read(), Fault.STORAGE, "The file is not a database.");
        assertRefused(() -> begin(), Fault.STORAGE, "The file is not a database.");
    }

    @Test
    void refuses_to_write_where_no_folder_can_be_made() throws IOException {
        Path occupied = Files.createFile(folder.resolve("occupied"));
        StateFolder state = StateFolder.open(occupied.resolve("state"));
        try (JdbcJournal journal = state.journal(CLOCK)) {
            assertThat(journal.runs(10)).isEmpty();
            assertThatThrownBy(() -> journal.begin(RUN))
                    .isInstanceOfSatisfying(GateException.class, e -> {
                        assertThat(e.fault()).isEqualTo(Fault.STORAGE);
                        assertThat(e.subject()).isEqualTo(state.toString());
                    })
                    .hasMessageContaining("The folder cannot be made");
        }
    }

    @Test
    void takes_a_link_for_a_folder() throws IOException {
        Path link =
                Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("elsewhere")));
        try (JdbcJournal journal = StateFolder.open(link).journal(CLOCK)) {
            journal.begin(RUN);
        }

        assertThat(folder.resolve("elsewhere/sluice.db")).exists();
    }

    @Test
    void reads_from_a_folder_that_may_only_be_read_and_refuses_to_write_there() throws IOException {
        begin();
        assertThat(file().toFile().setWritable(false)).isTrue();
        assertThat(folder.toFile().setWritable(false)).isTrue();
        try {
            assumeFalse(Files.isWritable(folder), "whoever runs this test may write everywhere");
            try (JdbcJournal journal = StateFolder.open(folder).journal(CLOCK)) {
                assertThat(journal.runs(10)).containsExactly(RUN);
                assertRefused(() -> journal.begin(RUN), Fault.STORAGE, "The database can only be read");
            }
        } finally {
            assertThat(folder.toFile().setWritable(true)).isTrue();
        }
    }

    @Test
    void says_that_another_process_holds_the_database() throws SQLException {
        begin();
        try (Connection other = raw().connect();
                Statement statement = other.createStatement();
                JdbcJournal journal = new JdbcJournal(new SqliteDatabase(file(), Duration.ofMillis(1)), CLOCK)) {
            statement.execute("BEGIN IMMEDIATE");

            assertThat(journal.runs(10)).as("reading goes on").containsExactly(RUN);
            assertRefused(() -> journal.begin(RUN), Fault.STORAGE, "The database is locked");
        }
    }

    @Test
    void reads_on_where_the_write_ahead_log_cannot_be_had_just_now() throws SQLException {
        begin();
        raw().write("PRAGMA journal_mode = DELETE");
        try (Connection other = raw().connect();
                Statement statement = other.createStatement();
                JdbcJournal journal = new JdbcJournal(new SqliteDatabase(file(), Duration.ofMillis(1)), CLOCK)) {
            statement.execute("BEGIN");
            assertThat(statement.executeQuery("SELECT id FROM run").next()).isTrue();

            assertThat(journal.runs(10)).containsExactly(RUN);
        }
        try (JdbcJournal journal = StateFolder.open(folder).journal(CLOCK)) {
            assertThat(journal.runs(10)).containsExactly(RUN);
            assertThat(raw().read("PRAGMA journal_mode")).containsExactly(List.of("wal"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SQLITE_BUSY_SNAPSHOT, STORAGE, The database is locked: another process has been writing for more than 10.0 s.",
        "SQLITE_FULL, STORAGE, The disk is full.",
        "SQLITE_READONLY_DIRECTORY, STORAGE, The database can only be read",
        "SQLITE_CANTOPEN, STORAGE, The database cannot be opened",
        "SQLITE_CORRUPT_INDEX, STORAGE, The database is damaged.",
        "SQLITE_IOERR_FSYNC, STORAGE, The disk reports an error (as SQLite says).",
        "SQLITE_CONSTRAINT_PRIMARYKEY, INTERNAL, The record contradicts what is stored (as SQLite says).",
        "SQLITE_TOOBIG, STORAGE, The database cannot be used (as SQLite says)."
    })
    void says_in_plain_words_what_is_wrong(SQLiteErrorCode code, Fault fault, String reason) {
        GateException refusal =
                new SqliteDatabase(file(), Duration.ofSeconds(10)).refusal(new SQLiteException("as SQLite says", code));

        assertThat(refusal.fault()).isEqualTo(fault);
        assertThat(refusal.subject()).isEqualTo(file().toString());
        assertThat(refusal.reason()).startsWith(reason);
    }

    @Test
    void says_why_the_driver_could_not_be_loaded() {
        SQLException cause = new SQLException("Error opening connection", new Exception("No native library found"));

        assertThat(new SqliteDatabase(file(), Duration.ofSeconds(10)).refusal(cause))
                .hasMessageContaining("The database cannot be used (No native library found).");
    }

    private Path file() {
        return folder.resolve("sluice.db");
    }

    private RawDatabase raw() {
        return new RawDatabase(file());
    }

    private void begin() {
        try (JdbcJournal journal = StateFolder.open(folder).journal(CLOCK)) {
            journal.begin(RUN);
        }
    }

    private void read() {
        try (JdbcJournal journal = StateFolder.open(folder).journal(CLOCK)) {
            assertThat(journal.runs(10)).isEmpty();
        }
    }

    private void assertRefused(ThrowingCallable call, Fault fault, String... words) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(fault);
                    assertThat(e.subject()).isEqualTo(file().toString());
                })
                .hasMessageContainingAll(words);
    }
}
