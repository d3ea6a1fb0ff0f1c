/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

/**
 * Names one table: its format and where it lives. One text form everywhere: {@code delta:s3://lake/orders},
 * {@code iceberg:lakehouse/analytics.orders}, {@code lance:/data/lancedb/kb}.
 *
 * @param format the name of a table format, lower case
 * @param address what the format calls an address; a path or location for Delta
 */
public record TableRef(String format, String address) {

    public TableRef {
        if (format.isEmpty() || address.isBlank()) {
            throw new IllegalArgumentException("A table needs a format and an address");
        }
    }

    @Override
    public String toString() {
        return format + ":" + address;
    }
}
