/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import java.util.List;

/**
 * A step as far as it still fits the table: after a yes a plan is only ever narrowed.
 *
 * @param step what is left of it
 * @param dropped groups of which a file is gone or has other deletes by now
 */
public record Narrowed(Step.Compact step, List<FileGroup> dropped) {

    public Narrowed {
        dropped = List.copyOf(dropped);
    }
}
