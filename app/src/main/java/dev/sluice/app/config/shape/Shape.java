/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * What may stand at a key: how it is read, what an editor is told of it, and what its page says.
 *
 * @param <T> what it is once it was read
 */
public interface Shape<T> {

    /** Reads a value; empty, with a problem, where it is not of this shape. */
    Optional<T> read(Value value, Reader reader);

    /** What it is, in a word or two: {@code size}, {@code list of text}. */
    String type();

    /** The JSON Schema of it. */
    ObjectNode schema();

    /** The settings below it, where it has some. */
    default List<Setting<?>> settings() {
        return List.of();
    }
}
