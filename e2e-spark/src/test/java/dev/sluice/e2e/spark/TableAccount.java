/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;

/**
 * All that Spark finds in one table.
 *
 * @param rows of the newest version
 * @param identities the rows together with their lineage; as the rows where the table keeps none
 * @param versions the rows of each branch and tag, by its name, and of the oldest version, by its id
 * @param described what the table's metadata says of it, besides its versions
 */
record TableAccount(Sums rows, Sums identities, Map<String, Sums> versions, Map<String, String> described) {

    static TableAccount of(SparkLake spark, String table) {
        TableMetadata metadata = spark.metadata(table);
        return new TableAccount(
                SparkLake.sums(spark.rows(table)),
                identities(spark, table),
                versions(spark, table, metadata),
                described(metadata));
    }

    private static Sums identities(SparkLake spark, String table) {
        return spark.hasLineage(table)
                ? SparkLake.sums(
                        spark.rows(table),
                        MetadataColumns.ROW_ID.name(),
                        MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.name())
                : SparkLake.sums(spark.rows(table));
    }

    /** Of every branch and tag but the main branch, and of the oldest version. */
    private static Map<String, Sums> versions(SparkLake spark, String table, TableMetadata metadata) {
        Map<String, Sums> versions = new TreeMap<>();
        for (String name : metadata.refs().keySet()) {
            if (!name.equals(SnapshotRef.MAIN_BRANCH)) {
                versions.put(name, version(spark, table, "'" + name + "'"));
            }
        }
        if (!metadata.snapshots().isEmpty()) {
            String oldest = Long.toString(metadata.snapshots().get(0).snapshotId());
            versions.put(oldest, version(spark, table, oldest));
        }
        return versions;
    }

    private static Sums version(SparkLake spark, String table, String version) {
        return SparkLake.sums(spark.sql("SELECT * FROM %s VERSION AS OF %s".formatted(table, version)));
    }

    private static Map<String, String> described(TableMetadata metadata) {
        Map<String, String> described = new LinkedHashMap<>();
        described.put("id", metadata.uuid());
        described.put("format version", Integer.toString(metadata.formatVersion()));
        described.put("schema", SchemaParser.toJson(metadata.schema()));
        described.put("partitioning", metadata.specs().toString());
        described.put("order", metadata.sortOrder().toString());
        described.put("properties", new TreeMap<>(metadata.properties()).toString());
        described.put("location", metadata.location());
        return described;
    }

    /** What differs in a later account, which has to have every branch and tag, and those versions that it still can. */
    List<String> differencesTo(TableAccount later) {
        List<String> differences = new ArrayList<>();
        if (!rows.equals(later.rows)) {
            differences.add("rows %s, then %s".formatted(rows, later.rows));
        } else if (!identities.equals(later.identities)) {
            differences.add("other row ids or sequence numbers");
        }
        described.forEach((what, then) -> {
            if (!then.equals(later.described.get(what))) {
                differences.add("%s %s, then %s".formatted(what, then, later.described.get(what)));
            }
        });
        versions.forEach((name, then) -> {
            Sums now = later.versions.get(name);
            boolean mayBeGone = name.matches("\\d+");
            if (now == null ? !mayBeGone : !now.equals(then)) {
                differences.add("version %s: %s, then %s".formatted(name, then, now));
            }
        });
        return differences;
    }
}
