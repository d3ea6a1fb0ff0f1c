/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import java.util.Optional;

/**
 * One thing that is wrong with what an owner gave.
 *
 * @param spelling the input as it was spelled
 * @param value what was given for it, where that is what is wrong
 * @param why what is allowed: the rest of a sentence that names the value, else a full sentence
 */
public record Violation(String spelling, Optional<String> value, String why) {

    static Violation of(String spelling, String sentence) {
        return new Violation(spelling, Optional.empty(), sentence);
    }

    /** A full sentence that names the input, its value and what is allowed. */
    public String text() {
        return value.map(text -> "%s is \"%s\"; %s.".formatted(spelling, text, why))
                .orElse(why);
    }
}
