/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import dev.sluice.testkit.StoreContract;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStoreTest extends StoreContract {

    private final LocalStore store = new LocalStore();

    @TempDir
    private Path folder;

    @Override
    protected Store store() {
        return store;
    }

    @Override
    protected Location folder() {
        return Location.local(folder);
    }

    @Test
    void what_was_begun_and_not_committed_is_found_under_its_name_and_can_be_deleted() {
        Location file = folder().resolve("a/part.parquet");
        Location longName = folder().resolve("a/" + "x".repeat(230));
        StoreOutput abandoned = store().create(file);
        abandoned.write(ByteBuffer.wrap("half".getBytes(StandardCharsets.UTF_8)));
        try (StoreOutput other = store().create(longName);
                StoreOutput committed = store().create(folder().resolve("a/part.parquet.2"))) {
            other.write(ByteBuffer.wrap("half".getBytes(StandardCharsets.UTF_8)));
            committed.commit();

            assertThat(store().unfinished(longName)).hasSize(1);
            List<StoredFile> unfinished = store().unfinished(file);
            assertThat(unfinished)
                    .singleElement()
                    .satisfies(left -> assertThat(left.size()).isEqualTo(Bytes.of(4)));
            assertThat(store().delete(unfinished.stream()
                            .map(StoredFile::location)
                            .toList()))
                    .extracting(DeleteOutcome::kind)
                    .containsExactly(DeleteOutcome.Kind.DELETED);
        }
        assertThat(store().unfinished(file)).isEmpty();
        assertThat(store().unfinished(longName)).isEmpty();
        abandoned.close();
    }

    @Test
    void neither_lists_nor_follows_links_below_the_folder() throws IOException {
        write(folder().resolve("elsewhere/file"), "x");
        Path table = Files.createDirectory(folder.resolve("table"));
        Files.createSymbolicLink(table.resolve("to-folder"), folder.resolve("elsewhere"));
        Files.createSymbolicLink(table.resolve("to-file"), folder.resolve("elsewhere/file"));
        Files.createSymbolicLink(table.resolve("to-itself"), table);
        Files.createSymbolicLink(table.resolve("dangling"), folder.resolve("nowhere"));
        write(folder().resolve("table/own"), "y");

        assertThat(listed(folder().resolve("table"))).containsExactly("own");
        try (var files = store.listFrom(folder().resolve("table"), "")) {
            assertThat(files).extracting(file -> file.location().name()).containsExactly("own");
        }
        try (var folders = store.folders(folder().resolve("table"))) {
            assertThat(folders).isEmpty();
        }
    }

    @Test
    void a_table_may_be_reached_through_a_link() throws IOException {
        write(folder().resolve("elsewhere/file"), "x");
        Files.createSymbolicLink(folder.resolve("table"), folder.resolve("elsewhere"));

        assertThat(listed(folder().resolve("table"))).containsExactly("file");
        assertThat(store.holds(folder().resolve("table"))).isTrue();
        assertThat(read(folder().resolve("table/file"))).isEqualTo("x");
    }

    @Test
    void a_folder_lies_where_the_links_in_its_name_lead_to() throws IOException {
        Path real = folder.toRealPath();
        Files.createDirectories(folder.resolve("elsewhere/deep"));
        Files.createSymbolicLink(folder.resolve("table"), folder.resolve("elsewhere"));
        Files.createSymbolicLink(folder.resolve("elsewhere/twice"), Path.of("deep"));
        Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));

        assertThat(store.realPlace(folder().resolve("table"))).isEqualTo(Location.local(real.resolve("elsewhere")));
        assertThat(store.realPlace(folder().resolve("table/twice")))
                .isEqualTo(Location.local(real.resolve("elsewhere/deep")));
        assertThat(store.realPlace(folder().resolve("table/gone/for/good")))
                .isEqualTo(Location.local(real.resolve("elsewhere/gone/for/good")));
        assertThat(store.realPlace(folder().resolve("dangling"))).isEqualTo(Location.local(real.resolve("dangling")));
        assertThat(store.realPlace(Location.local("/"))).isEqualTo(Location.local("/"));
    }

    @Test
    void says_why_a_link_or_a_folder_was_not_deleted() throws IOException {
        write(folder().resolve("file"), "x");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("file"));
        Files.createDirectory(folder.resolve("empty"));

        List<DeleteOutcome> outcomes = store.delete(
                List.of(folder().resolve("link"), folder().resolve("empty"), folder().resolve("file/below")));

        assertThat(outcomes)
                .extracting(DeleteOutcome::kind)
                .containsExactly(DeleteOutcome.Kind.FAILED, DeleteOutcome.Kind.FAILED, DeleteOutcome.Kind.ABSENT);
        assertThat(outcomes.get(0).reason())
                .isEqualTo("It is a symbolic link; only files are deleted, and no link is followed.");
        assertThat(outcomes.get(1).reason()).isEqualTo("It is a folder; only files are deleted.");
        assertThat(folder.resolve("link")).isSymbolicLink();
        assertThat(folder.resolve("empty")).isDirectory();
    }

    @Test
    void a_file_under_construction_has_a_name_that_tells_so() throws IOException {
        try (StoreOutput output = store.create(folder().resolve("part.parquet"))) {
            assertThat(listed(folder())).singleElement().asString().matches(LocalStore.TEMPORARY);
            assertThat(output.position()).isZero();
        }
        try (var left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void a_new_file_may_be_read_by_whoever_may_read_any_new_file() throws IOException {
        Path ordinary = Files.createFile(folder.resolve("ordinary"));
        write(folder().resolve("ours"), "");

        assertThat(Files.getPosixFilePermissions(folder.resolve("ours")))
                .isEqualTo(Files.getPosixFilePermissions(ordinary));
    }

    @Test
    void leaves_nothing_behind_when_the_folder_is_a_file() throws IOException {
        write(folder().resolve("file"), "x");
        Location below = folder().resolve("file/below");

        assertThatThrownBy(() -> store.putIfAbsent(below, new byte[1]))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageStartingWith(
                        below + ": Could not create it. " + folder.resolve("file") + " is not a folder.");
        assertThatThrownBy(() -> store.replace(folder(), new byte[1]))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Could not replace it.");
        assertThat(store.find(below)).isEmpty();
        assertThat(listed(folder())).containsExactly("file");
        try (var beside = Files.list(folder.getParent())) {
            assertThat(beside)
                    .noneMatch(path -> LocalStore.TEMPORARY
                            .matcher(path.getFileName().toString())
                            .matches());
        }
    }

    @Test
    void refuses_to_list_a_name_that_is_no_text_rather_than_to_list_it_under_another() throws Exception {
        Process latin1 = new ProcessBuilder("sh", "-c", "touch \"$0/caf$(printf '\\351')\"", folder.toString()).start();
        assumeThat(latin1.waitFor())
                .as("a file system that takes any bytes as a name")
                .isZero();

        assertThatThrownBy(() -> listed(folder()))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("The name of this file is no text in the character set of this process");
        assertThatThrownBy(() -> store.listFrom(folder(), "").close()).isInstanceOf(GateException.class);
    }

    @Test
    void an_interrupted_writer_leaves_nothing_behind() {
        Location file = folder().resolve("part.parquet");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> store.putIfAbsent(file, new byte[1]))
                    .isInstanceOf(GateException.class)
                    .hasMessageContaining("The thread was interrupted.");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(listed(folder())).isEmpty();
    }

    @Test
    void a_disk_that_fails_before_the_file_has_its_name_has_surely_refused() {
        Store failing = new LocalStore(new LocalOutput.Disk() {
            @Override
            public void link(Path name, Path file) throws IOException {
                throw new FileSystemException(name.toString(), null, "Input/output error");
            }
        });

        assertThatThrownBy(() -> failing.putIfAbsent(folder().resolve("file"), new byte[1]))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("Could not name it by a hard link")
                .hasMessageContaining("Input/output error");
        assertThat(listed(folder())).isEmpty();
    }

    @Test
    void a_disk_that_fails_once_the_file_has_its_name_leaves_its_caller_in_doubt() {
        Store failing = new LocalStore(new LocalOutput.Disk() {
            @Override
            public void sync(Path above) throws IOException {
                throw new FileSystemException(above.toString(), null, "Input/output error");
            }
        });

        for (ThrowingCallable write : List.<ThrowingCallable>of(
                () -> failing.putIfAbsent(folder().resolve("put"), new byte[1]),
                () -> failing.replace(folder().resolve("replaced"), new byte[1]),
                () -> {
                    try (StoreOutput output = failing.create(folder().resolve("committed"))) {
                        output.commit();
                    }
                })) {
            assertThatThrownBy(write)
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNANSWERED))
                    .hasMessageContaining("could not be made safe against a power failure");
        }
        assertThat(listed(folder())).containsExactlyInAnyOrder("put", "replaced", "committed");
    }

    @Test
    void a_link_that_was_made_although_the_answer_was_lost_is_our_own() {
        Store overNetwork = new LocalStore(new LocalOutput.Disk() {
            @Override
            public void link(Path name, Path file) throws IOException {
                Files.createLink(name, file);
                throw new FileAlreadyExistsException(name.toString());
            }
        });

        assertThat(overNetwork.putIfAbsent(folder().resolve("file"), new byte[1]))
                .isEqualTo(Store.PutOutcome.CREATED);
        assertThat(listed(folder())).containsExactly("file");
    }

    @Test
    void refuses_to_list_a_file_as_a_folder() {
        write(folder().resolve("file"), "x");

        assertThatThrownBy(() -> listed(folder().resolve("file")))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Could not list it. " + folder.resolve("file") + " is not a folder.");
    }

    @Test
    void refuses_to_read_a_folder() {
        assertThatThrownBy(() -> store.open(folder()).close())
                .isInstanceOf(GateException.class)
                .hasMessageContaining("It cannot be read: it is no regular file.");
    }

    @Test
    void refuses_another_stores_files() {
        assertThatThrownBy(() -> store.find(Location.parse("s3://lake/orders")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.INTERNAL))
                .hasMessageStartingWith("s3://lake/orders: ");
    }

    @Test
    void tells_the_systems_refusals_in_plain_words() {
        assertThat(Failure.reason(new AccessDeniedException("/a")))
                .isEqualTo("The user this process runs as lacks the permission.");
        assertThat(Failure.reason(new FileSystemException("/a", null, "No space left on device")))
                .isEqualTo("The disk is full.");
        assertThat(Failure.reason(new IOException("No space left on device"))).isEqualTo("The disk is full.");
        assertThat(Failure.reason(new FileSystemException("/a", null, "Read-only file system")))
                .isEqualTo("The operating system says: Read-only file system.");
        assertThat(Failure.reason(new IOException())).isEqualTo("The operating system gave no reason (IOException).");
    }
}
