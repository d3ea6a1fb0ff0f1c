/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

/** A column that the table is partitioned by, and how its values compare. */
public record PartitionColumn(String name, Kind kind) {

    /** How the text of a partition value is to be read. */
    public enum Kind {
        TEXT,
        NUMBER,
        DATE,
        TIMESTAMP,
        BOOLEAN
    }
}
