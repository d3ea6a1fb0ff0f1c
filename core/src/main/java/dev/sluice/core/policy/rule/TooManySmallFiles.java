/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import dev.sluice.core.health.Share;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.Rule;

/**
 * Complains when many files are small, in number and in share: a young table with few files is left alone, and so is a
 * large one with a few small files.
 *
 * @param atLeast small files that it takes
 * @param ratio share of the files that has to be small, 0 to 1
 */
public record TooManySmallFiles(long atLeast, double ratio) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        Share small = evidence.health().smallShare();
        String text = "%d of %s %s small (%s, limit %s)"
                .formatted(
                        small.part(),
                        Phrase.count(small.whole(), "file"),
                        Phrase.are(small.part()),
                        small,
                        Phrase.percentOf(ratio));
        if (!small.reaches(ratio)) {
            return new Finding(Code.SMALL_FILES, Urgency.FINE, text, small.ratio(), ratio);
        }
        if (small.part() < atLeast) {
            String tooFew = "%s, fewer than the %d from which on it counts".formatted(text, atLeast);
            return new Finding(Code.SMALL_FILES, Urgency.FINE, tooFew, small.part(), atLeast);
        }
        return new Finding(Code.SMALL_FILES, Urgency.DUE, text, small.ratio(), ratio);
    }
}
