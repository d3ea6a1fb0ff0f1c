/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.format.Formats;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.notify.Scribe;
import dev.sluice.core.notify.Subscription;
import dev.sluice.core.notify.Subscriptions;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.run.Cancellation;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.testing.Approvers;
import dev.sluice.core.testing.FakeChanger;
import dev.sluice.core.testing.FakeFormat;
import dev.sluice.core.testing.FakeNotifier;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.testkit.FaultyJournal;
import dev.sluice.testkit.FaultyOutbox;
import dev.sluice.testkit.Machine;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that ends at whatever moment of a run leaves nobody untold of it, and tells nobody twice. */
class DyingAtTheEndTest {

    private static final Instant NOW = Instant.parse("2026-11-29T05:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final RunId RUN = new RunId("20261129T050000-00000a");
    private static final String SLACK = "slack";

    @TempDir
    Path temporary;

    @Test
    void whatever_write_the_process_dies_at_every_run_is_told_of_once_and_as_it_ended() {
        int moments = 0;
        while (diesAt(moments + 1)) {
            moments++;
        }
        assertThat(moments).as("writes of a run").isGreaterThan(15);
    }

    /** False where the run had come to its end before its n-th write. */
    private boolean diesAt(int n) {
        Path folder = temporary.resolve("state-" + n);
        FakeFormat format =
                new FakeFormat(aTable().withFiles(40, Bytes.ofMebibytes(1)).build(), new ArrayList<>());
        boolean died = catchThrowable(() -> pass(folder, format, Machine.sound().before(n, () -> {
                    throw new FakeChanger.Death();
                })))
                instanceof FakeChanger.Death;
        pass(folder, format, Machine.sound());

        try (JdbcJournal journal = StateFolder.open(folder).journal(CLOCK)) {
            for (Run run : journal.runs(10)) {
                assertThat(journal.outbox().of(run.id()))
                        .as("died at write %d, run %s is %s", n, run.id(), run.status())
                        .extracting(Notice::occasion)
                        .containsExactlyElementsOf(told(run.status()));
            }
        }
        return died;
    }

    private static void pass(Path folder, FakeFormat format, Machine machine) {
        Formats formats = new Formats(List.of(format));
        Subscription subscription = new Subscription(new FakeNotifier(SLACK), Occasion.BY_DEFAULT);
        try (JdbcJournal journal = StateFolder.open(folder).journal(CLOCK)) {
            Recorder recorder = new Recorder(
                    new FaultyJournal(journal, machine),
                    new InMemoryLeases(),
                    Watcher.NONE,
                    Cancellation.NEVER,
                    new Scribe(
                            new Subscriptions(Map.of("nightly", List.of(subscription))),
                            new FaultyOutbox(journal.outbox(), machine),
                            CLOCK),
                    Patience.DEFAULT,
                    CLOCK,
                    new Random());
            Object ignored = new Gate(formats, new EmbeddedEngine(formats), recorder)
                    .pass(
                            ORDERS,
                            Presets.named("delta-lake-table-health-gate").policy("nightly", Map.of()),
                            Approvers.YES);
        }
    }

    private static List<Occasion> told(Status status) {
        return switch (status) {
            case COMPACTED -> List.of(Occasion.CHANGED);
            case FAILED, PARTIAL, UNKNOWN -> List.of(Occasion.FAILED);
            case HEALTHY -> List.of();
            default -> throw new AssertionError("Not an end of these runs: " + status);
        };
    }

    @Test
    void a_process_that_is_killed_between_a_runs_end_and_its_message_leaves_neither() throws Exception {
        assertThat(killed("between").waitFor()).isEqualTo(Killed.EXIT);

        try (JdbcJournal journal = StateFolder.open(temporary).journal(CLOCK)) {
            assertThat(journal.run(RUN.text()).orElseThrow().status()).isEqualTo(Status.RUNNING);
            assertThat(journal.outbox().of(RUN)).isEmpty();
        }
    }

    @Test
    void a_process_that_is_killed_after_both_leaves_both() throws Exception {
        assertThat(killed("after").waitFor()).isEqualTo(Killed.EXIT);

        try (JdbcJournal journal = StateFolder.open(temporary).journal(CLOCK)) {
            assertThat(journal.run(RUN.text()).orElseThrow().status()).isEqualTo(Status.FAILED);
            assertThat(journal.outbox().of(RUN)).hasSize(1);
        }
    }

    private Process killed(String moment) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Killed.class.getName(),
                        temporary.toString(),
                        moment)
                .inheritIO()
                .start();
    }

    /** A process that ends at once, without closing anything, while it writes a run's end and a message or just after. */
    static final class Killed {
        static final int EXIT = 137;

        public static void main(String... arguments) {
            JdbcJournal journal = StateFolder.open(Path.of(arguments[0])).journal(CLOCK);
            journal.begin(Run.begun(RUN, "nightly", ORDERS, NOW));
            JdbcOutbox outbox = journal.outbox();
            outbox.atOnce(() -> {
                journal.end(RUN, Status.FAILED, "The disk was full.", "{}");
                if (arguments[1].equals("between")) {
                    Runtime.getRuntime().halt(EXIT);
                }
                outbox.put(notice());
            });
            Runtime.getRuntime().halt(EXIT);
        }

        private static Notice notice() {
            Message message = new Message(Occasion.FAILED, "title", "brief", List.of(), List.of(), "more");
            return new Notice(RUN, SLACK, message, "{}", NOW, Notice.Standing.WAITING, 0, NOW, NOW, "");
        }
    }
}
