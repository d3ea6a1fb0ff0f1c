/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.fault.Nearest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What an owner gave to a preset, read input by input; what is wrong is collected, to be told all at once. */
public final class Inputs {

    private final String format;
    private final List<Key<?>> keys;
    private final Map<String, String> notYet;
    private final Map<String, Given> given = new HashMap<>();
    private final Set<String> refused = new HashSet<>();
    private final List<Violation> violations = new ArrayList<>();

    /** A text and the name that it was given under. */
    private record Given(String spelling, String text) {}

    /**
     * Sorts what was given by the keys that are known.
     *
     * @param format of the table that they are for
     * @param notYet names that a preset does not take, with the reason
     * @param layers what was given, each layer going before the one ahead of it
     */
    Inputs(
            String gate,
            String format,
            List<Key<?>> keys,
            Map<String, String> notYet,
            List<Map<String, String>> layers) {
        this.format = format;
        this.keys = keys;
        this.notYet = notYet;
        if (gate.isBlank()) {
            violations.add(Violation.of("gate", "A gate needs a name."));
        }
        layers.forEach(this::lay);
    }

    /** The format of the table that they are for. */
    String format() {
        return format;
    }

    void requireFormat(List<String> known) {
        if (!known.contains(format)) {
            violations.add(Violation.of(
                    "preset",
                    "The preset is for tables of the format %s, and this one is of the format %s."
                            .formatted(String.join(" and ", known), format)));
        }
    }

    private void lay(Map<String, String> layer) {
        Map<String, Given> laid = new HashMap<>();
        new TreeMap<>(layer).forEach((spelling, text) -> {
            Optional<Key<?>> key =
                    keys.stream().filter(k -> k.isNamed(spelling)).findFirst();
            if (key.isEmpty()) {
                violations.add(Violation.of(spelling, unknown(spelling)));
                return;
            }
            Given before = laid.put(key.get().name(), new Given(spelling, text));
            if (before != null) {
                refused.add(key.get().name());
                violations.add(Violation.of(
                        spelling,
                        "%s and %s are the same setting; give only one of them.".formatted(before.spelling, spelling)));
            }
        });
        given.putAll(laid);
    }

    private String unknown(String spelling) {
        String why = notYet.get(spelling.replace('-', '_'));
        if (why != null) {
            return "%s cannot be set here: %s.".formatted(spelling, why);
        }
        List<String> known = keys.stream().flatMap(Key::names).toList();
        return Nearest.to(spelling, known)
                .map(near -> "%s is not known; the nearest known input is %s.".formatted(spelling, near))
                .orElseGet(() -> "%s is not known; known are %s.".formatted(spelling, String.join(", ", known)));
    }

    /** What was given for a key; empty where nothing was, or nothing that can be read. */
    <T> Optional<T> given(Key<T> key) {
        Given found = given.get(key.name());
        if (found == null || refused.contains(key.name())) {
            return Optional.empty();
        }
        try {
            return Optional.of(key.read(found.spelling, found.text));
        } catch (IllegalArgumentException e) {
            refuse(key, found, String.valueOf(e.getMessage()));
        } catch (GateException e) {
            refuse(key, found, asRest(e.reason()));
        }
        return Optional.empty();
    }

    /** A sentence as the rest of another one. */
    private static String asRest(String sentence) {
        String rest = sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
        return Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
    }

    private void refuse(Key<?> key, Given found, String why) {
        refused.add(key.name());
        violations.add(new Violation(found.spelling, Optional.of(found.text), why));
    }

    /** What was given for a key that has a default, or the default. */
    <T> T value(Key<T> key) {
        return given(key).orElseGet(() -> key.reading().read(key.fallback().orElseThrow()));
    }

    /** Demands that one value is no less than another, unless one of them was refused already. */
    <T extends Comparable<T>> void requireAtLeast(Key<T> key, Key<T> least) {
        T value = value(key);
        T floor = value(least);
        boolean bothRead = !refused.contains(key.name()) && !refused.contains(least.name());
        if (bothRead && value.compareTo(floor) < 0) {
            violations.add(Violation.of(
                    given.containsKey(key.name()) ? spelling(key) : spelling(least),
                    "%s is %s; it must be at least %s, which is %s."
                            .formatted(spelling(key), value, spelling(least), floor)));
        }
    }

    /** Demands that a length of time is no shorter than a floor that holds for the table's format. */
    void requireAtLeast(Key<Duration> key, Duration floor, String because) {
        if (!refused.contains(key.name()) && value(key).compareTo(floor) < 0) {
            violations.add(Violation.of(
                    spelling(key),
                    "%s is %d h; for a table of the format %s it must be at least %d h, since %s."
                            .formatted(spelling(key), value(key).toHours(), format, floor.toHours(), because)));
        }
    }

    /** A key as it was spelled, else as a preset spells it. */
    private String spelling(Key<?> key) {
        Given found = given.get(key.name());
        return found != null ? found.spelling : key.alias().orElse(key.name());
    }

    List<Violation> violations() {
        return List.copyOf(violations);
    }
}
