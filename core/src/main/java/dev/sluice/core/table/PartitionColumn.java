/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

/** A column that the table is partitioned by, as it is or by something that is made of it, and how its values compare. */
public record PartitionColumn(String name, Kind kind) {

    /** What such a column holds. */
    public enum Kind {
        /** A {@link String}, by code points. */
        TEXT,
        /** A {@link java.math.BigDecimal}. */
        NUMBER,
        /** A {@link java.time.LocalDate}. */
        DATE,
        /** An {@link java.time.Instant}. */
        TIMESTAMP,
        /** A {@link Boolean}. */
        BOOLEAN
    }
}
