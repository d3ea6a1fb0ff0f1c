/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import java.util.List;

/**
 * A value as a file holds it.
 *
 * @param path the keys that lead to it, like {@code gates.orders.table}; empty for the whole file
 * @param text empty unless it is a text
 * @param entries empty unless it is a mapping
 * @param items empty unless it is a list
 */
public record Value(Kind kind, Place place, String path, String text, List<Entry> entries, List<Value> items) {

    /** What a value is made of. */
    public enum Kind {
        TEXT("one value"),
        MAPPING("a mapping"),
        LIST("a list"),
        NOTHING("nothing");

        private final String inWords;

        Kind(String inWords) {
            this.inWords = inWords;
        }

        @Override
        public String toString() {
            return inWords;
        }
    }

    /** A key of a mapping, with what stands there. */
    public record Entry(String key, Place place, Value value) {}

    public Value {
        entries = List.copyOf(entries);
        items = List.copyOf(items);
    }

    public static Value text(Place place, String path, String text) {
        return new Value(Kind.TEXT, place, path, text, List.of(), List.of());
    }

    public static Value nothing(Place place, String path) {
        return new Value(Kind.NOTHING, place, path, "", List.of(), List.of());
    }

    static Value mapping(Place place, String path, List<Entry> entries) {
        return new Value(Kind.MAPPING, place, path, "", entries, List.of());
    }

    static Value list(Place place, String path, List<Value> items) {
        return new Value(Kind.LIST, place, path, "", List.of(), items);
    }

    /** The path of a key below this value. */
    public String below(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
