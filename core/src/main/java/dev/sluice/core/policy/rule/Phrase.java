/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The pieces that the rules' sentences are made of. */
final class Phrase {

    private Phrase() {}

    /** {@code 1 file}, {@code 2 files}. */
    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** {@code is} or {@code are}. */
    static String are(long number) {
        return number == 1 ? "is" : "are";
    }

    /** {@code 50%} for 0.5. */
    static String percentOf(double ratio) {
        return plain(BigDecimal.valueOf(ratio).movePointRight(2));
    }

    /** {@code 15%} for 15. */
    static String percent(double percent) {
        return plain(BigDecimal.valueOf(percent));
    }

    private static String plain(BigDecimal percent) {
        return percent.stripTrailingZeros().toPlainString() + "%";
    }

    /** {@code 2 h 5 min}, in whole minutes rounded down; {@code 30 s} below one. */
    static String duration(Duration duration) {
        if (duration.toMinutes() == 0) {
            return duration.toSeconds() + " s";
        }
        List<String> parts = new ArrayList<>();
        if (duration.toHours() > 0) {
            parts.add(duration.toHours() + " h");
        }
        if (duration.toMinutesPart() > 0) {
            parts.add(duration.toMinutesPart() + " min");
        }
        return String.join(" ", parts);
    }
}
