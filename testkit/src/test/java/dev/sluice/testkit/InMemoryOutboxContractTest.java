/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.notify.Outbox;
import dev.sluice.core.testing.InMemoryOutbox;

class InMemoryOutboxContractTest extends OutboxContract {

    @Override
    protected Outbox empty() {
        return new InMemoryOutbox();
    }
}
