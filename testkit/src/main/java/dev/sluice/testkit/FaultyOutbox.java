/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Outbox;
import dev.sluice.core.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An outbox on a {@link Machine}, beside a {@link FaultyJournal} on the same: each write is an operation that may fail. */
public final class FaultyOutbox implements Outbox {

    private final Outbox outbox;
    private final Machine machine;

    public FaultyOutbox(Outbox outbox, Machine machine) {
        this.outbox = outbox;
        this.machine = machine;
    }

    @Override
    public void put(Notice notice) {
        String subject = "%s, %s".formatted(notice.run(), notice.occasion());
        machine.act("outbox.put", subject, () -> outbox.put(notice));
    }

    /** What is written meanwhile are the operations; that they become one is up to the outbox below. */
    @Override
    public void atOnce(Runnable writes) {
        outbox.atOnce(writes);
    }

    @Override
    public List<Notice> take(String notifier, int atMost, Instant now, Instant until) {
        return machine.does("outbox.take", notifier, () -> outbox.take(notifier, atMost, now, until));
    }

    @Override
    public void update(Notice notice) {
        machine.act("outbox.update", notice.run().text(), () -> outbox.update(notice));
    }

    @Override
    public List<Notice> of(RunId run) {
        machine.needsPower("outbox", run.text());
        return outbox.of(run);
    }

    @Override
    public Optional<Instant> lastSent(String notifier) {
        machine.needsPower("outbox", notifier);
        return outbox.lastSent(notifier);
    }
}
