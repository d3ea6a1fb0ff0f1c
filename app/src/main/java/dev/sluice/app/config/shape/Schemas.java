/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.stream.Stream;

/** Pieces of JSON Schema that shapes are described with. */
public final class Schemas {

    private static final String REFERS = "\\$\\{env:[A-Za-z_][A-Za-z0-9_]*\\}";

    private Schemas() {}

    public static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The spellings that an editor is told of: with {@code -}, and as it is written. */
    public static Stream<String> spellings(String name) {
        return Stream.of(name, name.replace('_', '-')).distinct();
    }

    static ObjectNode type(String type) {
        return node().put("type", type);
    }

    static ObjectNode pattern(String pattern) {
        return type("string").put("pattern", pattern);
    }

    /** What is described, or a reference to the environment. */
    static ObjectNode orReference(ObjectNode... described) {
        ObjectNode schema = node();
        ArrayNode any = schema.putArray("anyOf");
        Arrays.stream(described).forEach(any::add);
        any.add(pattern("^" + REFERS + "$"));
        return schema;
    }

    /** One value of a type that pages speak of. */
    public static ObjectNode of(String type) {
        return switch (type) {
            case "count" -> orReference(type("integer").put("minimum", 1), pattern("^\\d+$"));
            case "number" -> orReference(type("number").put("minimum", 0));
            case "ratio" -> orReference(type("number").put("minimum", 0).put("maximum", 1));
            case "percent" ->
                orReference(
                        type("number").put("exclusiveMinimum", 0).put("maximum", 100), pattern("^\\d+(\\.\\d+)?%?$"));
            case "size" ->
                orReference(
                        type("integer").put("minimum", 1),
                        pattern("^\\s*\\d+(\\.\\d+)?\\s*([BKMGTPbkmgtp][Ii]?[Bb]?)?\\s*$"));
            case "duration" ->
                orReference(type("integer").put("minimum", 0), pattern("^\\s*\\d{1,9}\\s*[DdHhMmSs]?\\s*$"));
            case "true | false" -> orReference(type("boolean"), words("true", "false"));
            case "HH:MM-HH:MM" -> orReference(pattern("^\\s*\\d{2}:\\d{2}\\s*-\\s*\\d{2}:\\d{2}\\s*$"));
            default -> type.contains(" | ") ? orReference(words(type.split(" \\| "))) : type("string");
        };
    }

    private static ObjectNode words(String... words) {
        ObjectNode schema = node();
        ArrayNode all = schema.putArray("enum");
        Arrays.stream(words).forEach(all::add);
        return schema;
    }
}
