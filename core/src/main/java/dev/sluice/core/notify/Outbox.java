/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import dev.sluice.core.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The durable memory of all messages, beside a journal of the runs that they are on. Every call is on disk when it
 * returns. All calls throw {@link dev.sluice.core.fault.GateException} with {@code STORAGE} when the memory cannot be
 * written or read.
 */
public interface Outbox {

    /** Writes a notice down; one of the same run, notifier and occasion that is there already stays as it is. */
    void put(Notice notice);

    /**
     * Makes one act of what is written to this outbox and to the journal beside it meanwhile: it is on disk when the call
     * returns, and nothing of it ever is where the writing throws or the process dies in it.
     */
    void atOnce(Runnable writes);

    /**
     * Takes the notices that wait for a notifier, so that nobody else takes them before a time: the most urgent first,
     * then the oldest. None while one of them is taken or is not to be tried yet, so that what is put off keeps the others
     * from being tried too, and one notifier is used by one process at a time.
     */
    List<Notice> take(String notifier, int atMost, Instant now, Instant until);

    /** Writes how a notice stands now. */
    void update(Notice notice);

    /** The notices on a run in the order in which they were written. */
    List<Notice> of(RunId run);

    /** When a notifier was last told something. */
    Optional<Instant> lastSent(String notifier);
}
