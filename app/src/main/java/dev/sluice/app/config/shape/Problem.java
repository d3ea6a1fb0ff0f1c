/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import java.util.Optional;

/**
 * One thing that is wrong with a file.
 *
 * @param key the keys that lead to it, empty where it concerns the file as a whole
 * @param value as it is written there, so with references in place of what they stand for; empty where it must not be
 *     repeated
 * @param text a full sentence that names the key, the value and what is allowed
 */
public record Problem(Place place, String key, Optional<String> value, String text) {

    @Override
    public String toString() {
        return place + ": " + text;
    }
}
