/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.fault.GateException;
import org.apache.iceberg.exceptions.CleanableFailure;

/** Tells Iceberg that a commit failed and surely left nothing, so that it may clean up after itself. */
public final class SurelyNotCommitted extends RuntimeException implements CleanableFailure {

    private final GateException failure;

    SurelyNotCommitted(GateException failure) {
        super(failure.getMessage(), failure);
        this.failure = failure;
    }

    /** What kept it from committing. */
    public GateException failure() {
        return failure;
    }
}
