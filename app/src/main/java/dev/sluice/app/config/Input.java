/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.app.config.shape.Place;
import dev.sluice.app.config.shape.Reader;
import dev.sluice.core.policy.preset.Violation;
import java.util.HashMap;
import java.util.Map;

/**
 * An input of a preset, as a gate or the defaults of all give it.
 *
 * @param spelling the key as it is written
 * @param text what it stands for
 * @param written the value as it is written, with references in place of what they stand for
 * @param path the keys that lead to it
 */
record Input(String spelling, String text, String written, String path, Place place) {

    /** The inputs as a preset takes them. */
    static Map<String, String> texts(Map<String, Input> inputs) {
        Map<String, String> texts = new HashMap<>();
        inputs.forEach((spelling, input) -> texts.put(spelling, input.text()));
        return texts;
    }

    /** Tells what is wrong with it, in a section, at the place where it was given. */
    void refuse(Violation violation, String section, Reader reader) {
        if (violation.value().isPresent()) {
            reader.refuse(place, path, written, violation.why());
        } else {
            reader.problem(place, path, "%s: %s".formatted(section, violation.text()));
        }
    }
}
