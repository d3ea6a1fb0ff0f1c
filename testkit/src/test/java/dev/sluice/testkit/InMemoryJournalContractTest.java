/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.run.Journal;
import dev.sluice.core.testing.InMemoryJournal;
import java.time.Clock;

class InMemoryJournalContractTest extends JournalContract {

    @Override
    protected Journal empty(Clock clock) {
        return new InMemoryJournal(clock);
    }
}
