/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.Rule;

/**
 * Complains when enough small files have arrived.
 *
 * @param atLeast pending files that it takes
 */
public record TooManyPendingFiles(long atLeast) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        long files = evidence.pending().files();
        return new Finding(
                Code.PENDING_FILES,
                files >= atLeast ? Urgency.DUE : Urgency.FINE,
                "%s %s pending (limit %d)".formatted(Phrase.count(files, "small file"), Phrase.are(files), atLeast),
                files,
                atLeast);
    }
}
