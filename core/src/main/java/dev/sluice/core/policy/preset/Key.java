/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * One setting of a gate: what it is called, what it means, how it is read.
 *
 * @param name the general name, the same for every preset
 * @param alias the name that a preset gives it too, spelled as that preset's source spells it
 * @param type what it is: {@code size}, {@code count}
 * @param fallback the default as an owner would write it, empty where there is none
 * @param floor the least that is allowed, empty where there is no such bound
 * @param meaning one sentence without a full stop
 * @param reading how its text is read
 * @param readingByAlias how its text is read under the alias, whose name may hold a unit
 * @param <T> what it is once it was read
 */
public record Key<T>(
        String name,
        Optional<String> alias,
        String type,
        Optional<String> fallback,
        String floor,
        String meaning,
        Reading<T> reading,
        Reading<T> readingByAlias) {

    Key(String name, String type, String floor, String meaning, Reading<T> reading) {
        this(name, Optional.empty(), type, Optional.empty(), floor, meaning, reading, reading);
    }

    /** The same under one name more. */
    Key<T> as(String alias) {
        return as(alias, reading);
    }

    /** The same under one name more, which holds the unit that a bare number counts in. */
    Key<T> as(String alias, Reading<T> readingByAlias) {
        return new Key<>(name, Optional.of(alias), type, fallback, floor, meaning, reading, readingByAlias);
    }

    /** The same with a default. */
    Key<T> byDefault(String fallback) {
        return new Key<>(name, alias, type, Optional.of(fallback), floor, meaning, reading, readingByAlias);
    }

    /** All names that it can be given under. */
    public Stream<String> names() {
        return Stream.concat(Stream.of(name), alias.stream()).distinct();
    }

    /** True if a spelling is one of its names; {@code -} and {@code _} are the same. */
    public boolean isNamed(String spelling) {
        return names().anyMatch(known -> plain(known).equals(plain(spelling)));
    }

    /** Reads a text that was given under one of the names. */
    T read(String spelling, String text) {
        return plain(spelling).equals(plain(name)) ? reading.read(text) : readingByAlias.read(text);
    }

    /** A name where {@code -} and {@code _} are the same. */
    private static String plain(String spelling) {
        return spelling.replace('_', '-');
    }
}
