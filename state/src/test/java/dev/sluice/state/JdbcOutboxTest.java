/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.notify.Outbox;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.table.TableRef;
import dev.sluice.testkit.OutboxContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcOutboxTest extends OutboxContract {

    private static final String SLACK = "slack ${env:SLACK_WEBHOOK_URL}";

    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    @TempDir
    Path folder;

    private final List<JdbcJournal> opened = new ArrayList<>();

    @Override
    protected Outbox empty() {
        JdbcJournal journal = open();
        RUNS.forEach(run -> journal.begin(Run.begun(run, "nightly", new TableRef("delta", "/lake/orders"), NOW)));
        return journal.outbox();
    }

    @Override
    protected Journal beside() {
        return opened.get(0);
    }

    private JdbcJournal open() {
        JdbcJournal journal = StateFolder.open(folder).journal(CLOCK);
        opened.add(journal);
        return journal;
    }

    @AfterEach
    void close() {
        opened.forEach(JdbcJournal::close);
    }

    private static Notice notice(RunId run) {
        Message message = new Message(Occasion.FAILED, "title", "brief", List.of(), List.of(), "more");
        return new Notice(run, SLACK, message, "{}", NOW, Notice.Standing.WAITING, 0, NOW, NOW, "");
    }

    @Test
    void what_was_put_outlives_the_process() {
        outbox.put(notice(RUNS.get(0)));

        assertThat(open().outbox().of(RUNS.get(0))).containsExactly(notice(RUNS.get(0)));
    }

    @Test
    void nobody_sees_a_runs_end_before_the_message_on_it() {
        JdbcJournal another = open();

        outbox.atOnce(() -> {
            beside().end(RUNS.get(0), Status.FAILED, "The disk was full.", "{}");
            assertThat(another.run(RUNS.get(0).text()).orElseThrow().status()).isEqualTo(Status.RUNNING);
            outbox.put(notice(RUNS.get(0)));
            assertThat(another.outbox().of(RUNS.get(0))).isEmpty();
        });

        assertThat(another.run(RUNS.get(0).text()).orElseThrow().status()).isEqualTo(Status.FAILED);
        assertThat(another.outbox().of(RUNS.get(0))).hasSize(1);
    }

    @Test
    void asking_where_nothing_was_ever_written_makes_nothing() {
        Path elsewhere = folder.resolve("elsewhere");
        try (JdbcJournal journal = StateFolder.open(elsewhere).journal(CLOCK)) {
            JdbcOutbox fresh = journal.outbox();
            assertThat(fresh.of(RUNS.get(0))).isEmpty();
            assertThat(fresh.lastSent(SLACK)).isEmpty();
            assertThat(fresh.take(SLACK, 1, NOW, NOW)).isEmpty();
        }
        assertThat(Files.exists(elsewhere)).isFalse();
    }

    @Test
    void of_several_who_take_at_once_one_gets_it() throws Exception {
        outbox.put(notice(RUNS.get(0)));
        outbox.put(notice(RUNS.get(1)));
        CyclicBarrier start = new CyclicBarrier(4);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Integer>> takers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                JdbcOutbox own = open().outbox();
                takers.add(() -> {
                    start.await();
                    return own.take(SLACK, 10, NOW, NOW.plusSeconds(300)).size();
                });
            }
            List<Integer> taken = new ArrayList<>();
            for (Future<Integer> each : threads.invokeAll(takers)) {
                taken.add(each.get());
            }
            assertThat(taken).containsExactlyInAnyOrder(2, 0, 0, 0);
        } finally {
            threads.shutdownNow();
        }
    }
}
