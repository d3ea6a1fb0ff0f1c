/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import java.util.ArrayList;
import java.util.List;

/**
 * All rows of one table as Spark reads them, as sums that do not depend on their order.
 *
 * @param sum the sum of a hash of each row, in decimal
 * @param xor the bits of another hash of each row, combined, in hexadecimal
 * @param schema the schema as JSON, with the metadata of the columns
 * @param identities sums over row ids and row commit versions beside the rows; empty where the table does not track them
 */
record Rows(long count, String sum, String xor, String schema, String identities) {

    /** As it stands in the list of sums that were taken earlier. */
    String schemaHash() {
        return Integer.toHexString(schema.hashCode());
    }

    /** What differs between these rows and others; empty where nothing does. */
    String differenceTo(Rows other) {
        List<String> differences = new ArrayList<>();
        if (count != other.count) {
            differences.add("%d rows, then %d".formatted(count, other.count));
        } else if (!sum.equals(other.sum) || !xor.equals(other.xor)) {
            differences.add("other rows, as many");
        }
        if (!schema.equals(other.schema)) {
            differences.add("schema %s, then %s".formatted(schema, other.schema));
        }
        if (!identities.equals(other.identities)) {
            differences.add("other row ids or row commit versions");
        }
        return String.join("; ", differences);
    }
}
