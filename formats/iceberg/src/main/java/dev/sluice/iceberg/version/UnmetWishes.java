/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsModes;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;

/** What a table asks for of its files and a rewrite does not give. */
final class UnmetWishes {

    private UnmetWishes() {}

    /** What is to be told of it; empty where there is nothing. */
    static Optional<String> of(TableMetadata metadata) {
        String told = Stream.concat(
                        Stream.of(SortWish.of(metadata), pages(metadata), format(metadata))
                                .flatMap(Optional::stream),
                        metrics(metadata))
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

    /** Files of ORC are left alone then, by a reason of their own. */
    private static Optional<String> format(TableMetadata metadata) {
        String key = TableProperties.DEFAULT_FILE_FORMAT;
        String wanted = metadata.property(key, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT);
        return isRead(FileFormat::fromString, wanted.strip())
                ? Optional.empty()
                : Optional.of("the property %s asks for \"%s\", which is no format of files; Parquet files stay Parquet"
                        .formatted(key, wanted));
    }

    /** Iceberg's own writers take another mode then and say nothing, but to their log. */
    private static Stream<String> metrics(TableMetadata metadata) {
        return new TreeMap<>(metadata.properties())
                .entrySet().stream()
                        .filter(property -> property.getKey().equals(TableProperties.DEFAULT_WRITE_METRICS_MODE)
                                || property.getKey().startsWith(TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX))
                        .filter(property -> !isRead(MetricsModes::fromString, property.getValue()))
                        .map(property ->
                                "the property %s asks for \"%s\", which is no mode of metrics; merged files have those that Iceberg's writers keep without it"
                                        .formatted(property.getKey(), property.getValue()));
    }

    private static boolean isRead(Consumer<String> reader, String value) {
        try {
            reader.accept(value);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
