/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Leases;
import dev.sluice.core.run.Leases.Lease;
import dev.sluice.core.table.TableRef;
import dev.sluice.testkit.LeasesContract;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLeasesTest extends LeasesContract {

    @TempDir
    Path temporary;

    private final List<Process> started = new ArrayList<>();

    @Override
    protected Leases free() {
        return StateFolder.open(folder()).leases();
    }

    private Path folder() {
        return temporary.resolve("it's 100% ünïcode ? #").resolve("state");
    }

    private Path locks() {
        return folder().resolve("leases");
    }

    @AfterEach
    void end_all_processes() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void makes_nothing_until_a_table_is_claimed() {
        StateFolder.open(folder()).leases();
        assertThat(temporary).isEmptyDirectory();

        try (Lease lease = leases.claim(ORDERS).orElseThrow()) {
            assertThat(lease).isNotNull();
            assertThat(folder()).isDirectoryContaining("glob:**leases");
        }
    }

    @Test
    void the_file_stays_and_names_the_table_and_who_held_it_last() throws IOException {
        leases.claim(new TableRef("delta", "/a table with a long name"))
                .orElseThrow()
                .close();
        Path file = file();
        assertThat(file.getFileName().toString()).matches("[0-9a-f]{64}\\.lock");
        Files.writeString(file, "what another Sluice wrote into it, longer than this".repeat(3));

        leases.claim(new TableRef("delta", "/a table with a long name"))
                .orElseThrow()
                .close();

        assertThat(file())
                .isEqualTo(file)
                .hasContent("process %d\ndelta:/a table with a long name\n"
                        .formatted(ProcessHandle.current().pid()));
    }

    private Path file() {
        return locks().resolve(locks().toFile().list()[0]);
    }

    @Test
    void one_folder_has_the_same_leases_by_whatever_name_it_is_called() throws IOException {
        Files.createDirectories(folder());
        Path link = Files.createSymbolicLink(temporary.resolve("link"), folder());
        Lease lease = leases.claim(ORDERS).orElseThrow();

        assertThat(StateFolder.open(folder()).leases().claim(ORDERS)).isEmpty();
        assertThat(StateFolder.open(link).leases().claim(ORDERS)).isEmpty();

        lease.close();
        StateFolder.open(link).leases().claim(ORDERS).orElseThrow().close();
    }

    @Test
    void two_folders_know_nothing_of_each_other() {
        Lease lease = leases.claim(ORDERS).orElseThrow();

        StateFolder.open(temporary.resolve("other"))
                .leases()
                .claim(ORDERS)
                .orElseThrow()
                .close();

        lease.close();
    }

    @Test
    void keeps_another_process_out_until_it_is_closed() throws Exception {
        Lease lease = leases.claim(ORDERS).orElseThrow();
        assertThat(leases.claim(ORDERS)).as("a refusal must not end the lock").isEmpty();

        assertThat(new Other(ORDERS).says()).isEqualTo("busy");
        assertThat(new Other(new TableRef("delta", "s3://lake/returns")).says()).isEqualTo("claimed");

        lease.close();
        assertThat(new Other(ORDERS).says()).isEqualTo("claimed");
    }

    @Test
    void is_kept_out_by_another_process_until_that_closes_its_lease() throws Exception {
        Other other = new Other(ORDERS);
        assertThat(other.says()).isEqualTo("claimed");
        assertThat(leases.claim(ORDERS)).isEmpty();
        assertThat(leases.claim(ORDERS)).as("once more").isEmpty();

        other.process.getOutputStream().write(0);
        other.process.getOutputStream().flush();
        assertThat(other.says()).isEqualTo("closed");

        assertThat(other.process.isAlive()).as("it still runs").isTrue();
        leases.claim(ORDERS).orElseThrow().close();
    }

    @Test
    void a_lease_ends_with_the_process_that_is_killed() throws Exception {
        Other other = new Other(ORDERS);
        assertThat(other.says()).isEqualTo("claimed");
        assertThat(leases.claim(ORDERS)).isEmpty();

        other.process.destroyForcibly().waitFor();

        leases.claim(ORDERS).orElseThrow().close();
    }

    /** Another process that claims a table, twice, and holds it until it is told something or ends. */
    private final class Other {
        private final Process process;
        private final BufferedReader output;

        Other(TableRef table) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Claiming.class.getName(),
                            folder().toString(),
                            table.format(),
                            table.address())
                    .redirectErrorStream(true)
                    .start();
            started.add(process);
            output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        String says() throws IOException {
            return String.valueOf(output.readLine());
        }
    }

    /** What the other process does. */
    static final class Claiming {
        public static void main(String... arguments) throws Exception {
            Leases leases = StateFolder.open(Path.of(arguments[0])).leases();
            TableRef table = new TableRef(arguments[1], arguments[2]);
            Optional<Lease> lease = leases.claim(table);
            // A second claim that is refused must not end the lock of the first.
            boolean again = leases.claim(table).isPresent();
            System.out.println(lease.isEmpty() ? "busy" : again ? "claimed twice" : "claimed");
            if (System.in.read() >= 0) {
                lease.ifPresent(Lease::close);
                System.out.println("closed");
                assertThat(System.in.read()).as("the end of its input").isNegative();
            }
        }
    }

    @Test
    void refuses_where_files_cannot_be_locked() {
        List<FileChannel> opened = new ArrayList<>();
        Leases lockless = new FileLeases(locks(), channel -> {
            opened.add(channel);
            throw new IOException("No locks available");
        });

        assertRefused(lockless, locks().toString(), "The file cannot be locked (No locks available)");

        assertThat(opened).singleElement().matches(channel -> !channel.isOpen(), "is closed");
        leases.claim(ORDERS).orElseThrow().close();
    }

    @Test
    void says_in_plain_words_that_a_permission_is_missing() {
        FileLeases denied = new FileLeases(locks(), channel -> {
            throw new AccessDeniedException("the lock");
        });

        assertRefused(
                denied,
                locks().toString(),
                "The file cannot be locked (the user this process runs as lacks the permission). Sluice needs locks");
    }

    @Test
    void refuses_where_no_folder_can_be_made() throws IOException {
        Path occupied = Files.createFile(temporary.resolve("occupied"));

        assertRefused(
                StateFolder.open(occupied.resolve("state")).leases(), occupied.toString(), "The folder cannot be made");
    }

    @Test
    void refuses_where_the_file_cannot_be_opened() throws IOException {
        leases.claim(ORDERS).orElseThrow().close();
        Path file = file();
        Files.delete(file);
        Files.createDirectory(file);

        assertRefused(leases, file.toString(), "The file cannot be opened (");
    }

    private static void assertRefused(Leases leases, String subject, String reason) {
        assertThatThrownBy(() -> leases.claim(ORDERS)).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.fault()).isEqualTo(Fault.STORAGE);
            assertThat(e.subject()).startsWith(subject);
            assertThat(e.reason()).startsWith(reason);
        });
    }
}
