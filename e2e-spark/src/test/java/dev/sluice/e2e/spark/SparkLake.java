/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.iceberg.spark.actions.SparkActions;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Iceberg tables through one Spark session in this JVM, in two catalogs that Sluice opens too, one of folders and one in a
 * database of SQLite, and in one that Sluice never sees.
 */
final class SparkLake implements AutoCloseable {

    /** So that the JSON of a row holds all of a time. */
    private static final Map<String, String> TO_THE_MICROSECOND = Map.of(
            "timestampFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX",
            "timestampNTZFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSSSS");

    private static final int WITH_LINEAGE = 3;

    private final SparkSession session;

    private SparkLake(SparkSession session) {
        this.session = session;
    }

    static SparkLake start(Path scratch) {
        SparkSession.Builder builder = SparkTables.forTinyTables(scratch)
                .config("spark.sql.extensions", "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
                .config("spark.sql.storeAssignmentPolicy", "ANSI");
        catalog(builder, Recipe.Catalog.FOLDERS.word(), Map.of("type", "hadoop", "warehouse", folders(scratch)));
        catalog(
                builder,
                Recipe.Catalog.DATABASE.word(),
                Map.of(
                        "catalog-impl",
                        "org.apache.iceberg.jdbc.JdbcCatalog",
                        "uri",
                        database(scratch),
                        "jdbc.schema-version",
                        "V1",
                        "warehouse",
                        scratch.resolve("database").toString()));
        SparkLake lake = new SparkLake(builder.getOrCreate());
        for (Recipe.Catalog catalog : Recipe.Catalog.values()) {
            lake.sql("CREATE NAMESPACE %s.shop".formatted(catalog.word()));
        }
        return lake;
    }

    /** Another session on the same tables, for another thread: what is set in one does not hold in the other. */
    SparkLake another() {
        return new SparkLake(session.newSession());
    }

    private static void catalog(SparkSession.Builder builder, String name, Map<String, String> properties) {
        String prefix = "spark.sql.catalog." + name;
        builder.config(prefix, "org.apache.iceberg.spark.SparkCatalog").config(prefix + ".cache-enabled", "false");
        properties.forEach((key, value) -> builder.config(prefix + "." + key, value));
    }

    /** The warehouse of the catalog of folders. */
    static String folders(Path scratch) {
        return scratch.resolve("folders").toString();
    }

    /** The address of the database that the other catalog is in. */
    static String database(Path scratch) {
        return "jdbc:sqlite:%s?busy_timeout=60000".formatted(scratch.resolve("catalog.db"));
    }

    String version() {
        return session.version();
    }

    SparkSession session() {
        return session;
    }

    Dataset<Row> sql(String statement) {
        return session.sql(statement);
    }

    /** The table as Iceberg's own library has it, read anew. */
    Table load(String table) {
        try {
            return Spark3Util.loadIcebergTable(session, table);
        } catch (Exception e) {
            throw new IllegalStateException(table, e);
        }
    }

    TableMetadata metadata(String table) {
        return ((BaseTable) load(table)).operations().current();
    }

    boolean hasLineage(String table) {
        return metadata(table).formatVersion() >= WITH_LINEAGE;
    }

    Dataset<Row> rows(String table) {
        return sql("SELECT * FROM " + table);
    }

    /** All that rows hold in all of their columns. */
    static Sums sums(Dataset<Row> rows) {
        return Sums.of(rows, Sums.columnsByName(rows), TO_THE_MICROSECOND);
    }

    /** All that rows hold together with what else can be asked of each. */
    static Sums sums(Dataset<Row> rows, String... besides) {
        List<Column> columns = new ArrayList<>(Sums.columnsByName(rows));
        for (String column : besides) {
            columns.add(functions.col(column));
        }
        return Sums.of(rows, columns, TO_THE_MICROSECOND);
    }

    /** Live data files of the newest version. */
    long dataFiles(String table) {
        return total(table, SnapshotSummary.TOTAL_DATA_FILES_PROP);
    }

    /** Live files of deletes, of whatever kind, of the newest version. */
    long deleteFiles(String table) {
        return total(table, SnapshotSummary.TOTAL_DELETE_FILES_PROP);
    }

    private long total(String table, String property) {
        Snapshot newest = metadata(table).currentSnapshot();
        return newest == null ? 0 : Long.parseLong(newest.summary().getOrDefault(property, "0"));
    }

    /** What Spark would remove of a table's folder, if it removed whatever is there and not in use, however young. */
    List<String> orphans(String table) {
        List<String> orphans = new ArrayList<>();
        SparkActions.get(session)
                .deleteOrphanFiles(load(table))
                .olderThan(System.currentTimeMillis() + 1)
                .deleteWith(file -> {
                    synchronized (orphans) {
                        orphans.add(file);
                    }
                })
                .execute();
        return orphans;
    }

    @Override
    public void close() {
        session.stop();
    }
}
