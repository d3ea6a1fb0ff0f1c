/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.SortOrderParser;
import org.apache.iceberg.TableMetadata;

/**
 * A digest of all that a plan depends on besides the files. Of the properties those count that say how files are written
 * or whether they may be touched; others, which some engines change with every commit, do not.
 */
final class Fingerprint {

    private static final List<String> THAT_MATTER =
            List.of("write.", "schema.", "encryption.", "gc.", "sluice.", "commit.manifest", "format-version");

    private Fingerprint() {}

    static String of(TableMetadata metadata) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : List.of(
                    String.valueOf(metadata.uuid()),
                    Integer.toString(metadata.formatVersion()),
                    SchemaParser.toJson(metadata.schema()),
                    PartitionSpecParser.toJson(metadata.spec()),
                    SortOrderParser.toJson(metadata.sortOrder()),
                    properties(metadata).toString())) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static Map<String, String> properties(TableMetadata metadata) {
        Map<String, String> properties = new TreeMap<>(metadata.properties());
        properties.keySet().removeIf(key -> THAT_MATTER.stream().noneMatch(key::startsWith));
        return properties;
    }
}
