/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.notify.Outbox;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Run;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryOutbox;
import java.time.Clock;

class InMemoryOutboxContractTest extends OutboxContract {

    private final InMemoryJournal journal = new InMemoryJournal(Clock.systemUTC());

    @Override
    protected Outbox empty() {
        RUNS.forEach(run -> journal.begin(Run.begun(run, "nightly", new TableRef("delta", "/lake/orders"), NOW)));
        return new InMemoryOutbox(journal);
    }

    @Override
    protected Journal beside() {
        return journal;
    }
}
