/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.util.List;

/** One group of files that become fewer, larger files together; the order of the inputs is the order of the rows. */
public record RewriteJob(List<RewriteInput> inputs, RewriteTarget target) {

    public RewriteJob {
        inputs = List.copyOf(inputs);
    }
}
