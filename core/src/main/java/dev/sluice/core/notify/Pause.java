/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import java.time.Duration;

/** Lets time go by. */
@FunctionalInterface
public interface Pause {

    void of(Duration time) throws InterruptedException;
}
