/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.util.List;
import java.util.Map;

/** How the fields of the output, at every depth, are found in one input file. */
public sealed interface ColumnMapping {

    /** By name: exactly, else ignoring case where that leaves one candidate. */
    static ColumnMapping byName() {
        return new ByName();
    }

    /** By field id; a field without one in the file is not found. */
    static ColumnMapping byFieldId() {
        return new ByFieldId(Map.of());
    }

    /**
     * By field id or, in a file that carries no field ids at all, by the names that are known for each id.
     *
     * @param namesById the names a field had in files written without ids
     */
    static ColumnMapping byFieldId(Map<Integer, List<String>> namesById) {
        return new ByFieldId(namesById);
    }

    /** Fields are found by name. */
    record ByName() implements ColumnMapping {}

    /** Fields are found by id. */
    record ByFieldId(Map<Integer, List<String>> namesById) implements ColumnMapping {

        public ByFieldId {
            namesById = Map.copyOf(namesById);
        }
    }
}
