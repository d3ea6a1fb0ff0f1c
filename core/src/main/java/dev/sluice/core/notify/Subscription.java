/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import java.util.Set;

/** That a notifier is told of some of a gate's runs. */
public record Subscription(Notifier notifier, Set<Occasion> on) {

    public Subscription {
        on = Set.copyOf(on);
    }
}
