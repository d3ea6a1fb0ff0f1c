/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

/**
 * A place in a file.
 *
 * @param line from 1
 * @param column from 1
 */
public record Place(String file, int line, int column) implements Comparable<Place> {

    @Override
    public int compareTo(Place other) {
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }

    @Override
    public String toString() {
        return "%s:%d:%d".formatted(file, line, column);
    }
}
