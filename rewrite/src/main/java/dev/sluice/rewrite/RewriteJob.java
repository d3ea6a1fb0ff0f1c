/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Store;
import java.util.List;

/** One group of files that become fewer, larger files together; the order of the inputs is the order of the rows. */
public record RewriteJob(List<RewriteInput> inputs, RewriteTarget target) {

    public RewriteJob {
        inputs = List.copyOf(inputs);
    }

    /** A failure, or what stands behind it: an input that the table lists and that is not there any longer. */
    public GateException explained(GateException failure, Store store) {
        try {
            for (RewriteInput input : inputs) {
                if (store.find(input.file()).isEmpty()) {
                    return new GateException(
                            Fault.TABLE_DAMAGED,
                            input.file().toString(),
                            "The table lists this file as live, but it is not there.",
                            failure);
                }
            }
        } catch (GateException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }
}
