/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import dev.sluice.core.store.Bytes;

/** What a plan leaves to the next run, because one run may rewrite only so much. */
public record Remaining(long groups, long files, Bytes bytes) {

    public static final Remaining NOTHING = new Remaining(0, 0, Bytes.ZERO);

    Remaining plus(FileGroup group) {
        return new Remaining(groups + 1, files + group.inputs().size(), bytes.plus(group.bytes()));
    }
}
