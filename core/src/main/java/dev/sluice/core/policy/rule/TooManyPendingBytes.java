/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.Rule;
import dev.sluice.core.store.Bytes;

/**
 * Complains when the small files that have arrived are enough together.
 *
 * @param atLeast pending bytes that it takes
 */
public record TooManyPendingBytes(Bytes atLeast) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        Bytes bytes = evidence.pending().bytes();
        return new Finding(
                Code.PENDING_BYTES,
                bytes.isSmallerThan(atLeast) ? Urgency.FINE : Urgency.DUE,
                "%s in small files are pending (limit %s)".formatted(bytes, atLeast),
                bytes.count(),
                atLeast.count());
    }
}
