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
 * Complains when a table keeps more versions than it should.
 *
 * @param maxVersions versions that may be kept
 */
public record HistoryTooLong(long maxVersions) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        long versions = evidence.health().history().versions();
        return new Finding(
                Code.STALE_VERSIONS,
                versions > maxVersions ? Urgency.DUE : Urgency.FINE,
                "%s %s kept (limit %d)".formatted(Phrase.count(versions, "version"), Phrase.are(versions), maxVersions),
                versions,
                maxVersions);
    }
}
