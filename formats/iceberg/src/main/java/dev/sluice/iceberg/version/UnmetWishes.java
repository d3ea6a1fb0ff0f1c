/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;

/** What a table asks for of its files and a rewrite does not give. */
final class UnmetWishes {

    private UnmetWishes() {}

    /** What is to be told of it; empty where there is nothing. */
    static Optional<String> of(TableMetadata metadata) {
        String told = Stream.of(SortWish.of(metadata), pages(metadata))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return told.isEmpty() ? Optional.empty() : Optional.of(told);
    }

    private static Optional<String> pages(TableMetadata metadata) {
        String wanted = metadata.property(
                        TableProperties.PARQUET_PAGE_VERSION, TableProperties.PARQUET_PAGE_VERSION_DEFAULT)
                .strip();
        String format =
                metadata.property(TableProperties.DEFAULT_FILE_FORMAT, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT);
        return wanted.equalsIgnoreCase(TableProperties.PARQUET_PAGE_VERSION_DEFAULT)
                        || !format.strip().equalsIgnoreCase("parquet")
                ? Optional.empty()
                : Optional.of(
                        "the table asks for Parquet pages of version %s; merged files have pages of version 1, which every reader reads"
                                .formatted(wanted));
    }
}
