/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Outbox;
import dev.sluice.core.run.RunId;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** An outbox that forgets when it is gone. */
public final class InMemoryOutbox implements Outbox {

    private final Map<String, Notice> notices = new LinkedHashMap<>();
    private final Supplier<Runnable> journal;
    private Runnable beforePut = () -> {};
    private boolean full;

    /** One that stands alone. */
    public InMemoryOutbox() {
        this.journal = () -> () -> {};
    }

    /** One beside a journal. */
    public InMemoryOutbox(InMemoryJournal journal) {
        this.journal = journal::wayBack;
    }

    /** From now on something happens before a notice is put. */
    public void beforePut(Runnable event) {
        beforePut = event;
    }

    /** From now on nothing can be written. */
    public void isFull() {
        full = true;
    }

    public List<Notice> all() {
        return List.copyOf(notices.values());
    }

    private static String key(Notice notice) {
        return "%s %s %s".formatted(notice.run(), notice.notifier(), notice.occasion());
    }

    @Override
    public void put(Notice notice) {
        beforePut.run();
        if (full) {
            throw new GateException(Fault.STORAGE, "outbox", "The disk is full.");
        }
        notices.putIfAbsent(key(notice), notice);
    }

    @Override
    public void atOnce(Runnable writes) {
        Map<String, Notice> before = Map.copyOf(notices);
        Runnable wayBack = journal.get();
        boolean done = false;
        try {
            writes.run();
            done = true;
        } finally {
            if (!done) {
                notices.keySet().retainAll(before.keySet());
                notices.putAll(before);
                wayBack.run();
            }
        }
    }

    @Override
    public synchronized List<Notice> take(String notifier, int atMost, Instant now, Instant until) {
        List<Notice> waiting = notices.values().stream()
                .filter(notice -> notice.notifier().equals(notifier))
                .filter(notice -> notice.standing() == Notice.Standing.WAITING)
                .sorted(Comparator.comparing(Notice::occasion)
                        .thenComparing(Notice::writtenAt)
                        .thenComparing(notice -> notice.run().text()))
                .toList();
        if (waiting.stream().anyMatch(notice -> notice.notBefore().isAfter(now))) {
            return List.of();
        }
        List<Notice> taken = waiting.stream()
                .limit(atMost)
                .map(notice -> until(until, notice))
                .toList();
        taken.forEach(notice -> notices.put(key(notice), notice));
        return taken;
    }

    private static Notice until(Instant until, Notice notice) {
        return new Notice(
                notice.run(),
                notice.notifier(),
                notice.message(),
                notice.report(),
                notice.writtenAt(),
                notice.standing(),
                notice.attempts(),
                until,
                notice.since(),
                notice.reason());
    }

    @Override
    public void update(Notice notice) {
        notices.computeIfPresent(key(notice), (key, old) -> old.standing() == Notice.Standing.WAITING ? notice : old);
    }

    @Override
    public List<Notice> of(RunId run) {
        return notices.values().stream()
                .filter(notice -> notice.run().equals(run))
                .sorted(Comparator.comparing(Notice::writtenAt).thenComparing(Notice::notifier))
                .toList();
    }

    @Override
    public Optional<Instant> lastSent(String notifier) {
        return notices.values().stream()
                .filter(notice -> notice.notifier().equals(notifier))
                .filter(notice -> notice.standing() == Notice.Standing.SENT)
                .map(Notice::since)
                .max(Comparator.naturalOrder());
    }
}
