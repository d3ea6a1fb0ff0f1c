/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.store.Bytes;
import java.util.Map;
import java.util.Optional;

/** The size of files that a table asks for. */
final class TargetSize {

    private static final String PROPERTY = "delta.targetFileSize";

    private TargetSize() {}

    static Optional<Bytes> of(Map<String, String> properties) {
        String size = properties.get(PROPERTY);
        if (size == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Bytes.parse(size, Bytes.of(1))).filter(wanted -> wanted.count() > 0);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** What is to be told of one that is no size. */
    static Optional<String> objection(Map<String, String> properties) {
        return properties.containsKey(PROPERTY) && of(properties).isEmpty()
                ? Optional.of("The property %s asks for \"%s\", which is no size of a file."
                        .formatted(PROPERTY, properties.get(PROPERTY)))
                : Optional.empty();
    }
}
