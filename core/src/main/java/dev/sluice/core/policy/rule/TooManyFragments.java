/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import dev.sluice.core.health.Bloat;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.Rule;

/**
 * Complains when a table has stayed bloated for several assessments in a row; until then it watches.
 *
 * @param bloat when the table counts as bloated; the policy keeps its streak by the same measure
 * @param consecutive assessments in a row that it takes
 */
public record TooManyFragments(Bloat bloat, int consecutive) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        TableHealth health = evidence.health();
        String numbers = "%s (limit %d) with %s deleted rows (limit %s)"
                .formatted(
                        Phrase.count(health.files(), "fragment"),
                        bloat.fragments(),
                        health.deletedShare(),
                        Phrase.percent(bloat.tombstonePercent()));
        if (!bloat.isReachedBy(health)) {
            return finding(Urgency.FINE, numbers, 0);
        }
        int streak = evidence.trend().streak();
        return streak < consecutive
                ? finding(Urgency.WATCHING, "%s: watching %d of %d".formatted(numbers, streak, consecutive), streak)
                : finding(
                        Urgency.DUE,
                        "%s in %s in a row (limit %d)"
                                .formatted(numbers, Phrase.count(streak, "assessment"), consecutive),
                        streak);
    }

    private Finding finding(Urgency urgency, String text, int streak) {
        return new Finding(Code.PERSISTENT_FRAGMENT_BLOAT, urgency, text, streak, consecutive);
    }
}
