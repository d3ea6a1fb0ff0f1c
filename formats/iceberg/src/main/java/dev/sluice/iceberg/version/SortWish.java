/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortField;
import org.apache.iceberg.TableMetadata;

/** The order of rows that a table asks for, which a rewrite does not give: it keeps the order that it finds. */
final class SortWish {

    private SortWish() {}

    /** What is to be told of it; empty where the table asks for no order. */
    static Optional<String> of(TableMetadata metadata) {
        if (metadata.sortOrder().isUnsorted()) {
            return Optional.empty();
        }
        String columns = metadata.sortOrder().fields().stream()
                .map(field -> column(metadata, field))
                .collect(Collectors.joining(", "));
        return Optional.of(
                "the table asks for rows sorted by %s; merged files are not sorted, and say so".formatted(columns));
    }

    private static String column(TableMetadata metadata, SortField field) {
        String name = metadata.schema().findColumnName(field.sourceId());
        String term = field.transform().isIdentity() ? name : "%s of %s".formatted(field.transform(), name);
        return field.direction() == SortDirection.DESC ? term + " descending" : term;
    }
}
