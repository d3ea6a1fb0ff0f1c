/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One key of a section.
 *
 * @param meaning one sentence without a full stop
 * @param fallback the default, empty where there is none
 * @param required whether the section cannot do without
 * @param aliases other names of it
 * @param former names that it had: they work, with a warning
 * @param <T> what it is once it was read
 */
public record Setting<T>(
        String name,
        Shape<T> shape,
        String meaning,
        Optional<T> fallback,
        boolean required,
        List<String> aliases,
        List<String> former) {

    public Setting {
        aliases = List.copyOf(aliases);
        former = List.copyOf(former);
    }

    public static <T> Setting<T> of(String name, Shape<T> shape, String meaning) {
        return new Setting<>(name, shape, meaning, Optional.empty(), false, List.of(), List.of());
    }

    public Setting<T> byDefault(T value) {
        return new Setting<>(name, shape, meaning, Optional.of(value), required, aliases, former);
    }

    public Setting<T> isRequired() {
        return new Setting<>(name, shape, meaning, fallback, true, aliases, former);
    }

    public Setting<T> as(String... others) {
        return new Setting<>(name, shape, meaning, fallback, required, List.of(others), former);
    }

    public Setting<T> formerly(String... names) {
        return new Setting<>(name, shape, meaning, fallback, required, aliases, List.of(names));
    }

    /** The names that it has. */
    public Stream<String> names() {
        return Stream.concat(Stream.of(name), aliases.stream());
    }

    boolean isNamed(String spelling) {
        return names().anyMatch(known -> plain(known).equals(plain(spelling)));
    }

    boolean wasNamed(String spelling) {
        return former.stream().anyMatch(known -> plain(known).equals(plain(spelling)));
    }

    /** A name where {@code -} and {@code _} are the same. */
    static String plain(String spelling) {
        return spelling.replace('_', '-');
    }

    /** The default as a page shows it. */
    public Optional<String> shownFallback() {
        return fallback.map(Setting::shown);
    }

    private static String shown(Duration time) {
        return time.toHours() > 0 ? time.toHours() + "h" : time.toSeconds() + "s";
    }

    private static String shown(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Setting::shown).collect(Collectors.joining(", "));
        }
        if (value instanceof Enum<?> word) {
            return Shapes.word(word);
        }
        return value instanceof Duration time ? shown(time) : String.valueOf(value);
    }
}
