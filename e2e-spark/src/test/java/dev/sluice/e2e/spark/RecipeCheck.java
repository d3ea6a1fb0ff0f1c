/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import dev.sluice.e2e.spark.Story.End;
import dev.sluice.e2e.spark.Story.Stage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;

/**
 * The way of one Iceberg table: Spark makes it and accounts for it, Sluice compacts it, Spark accounts for it again, Sluice
 * finds nothing more to do, forgets old versions a year later and removes what no version holds, Spark accounts for it
 * again, writes on, and maintains it itself.
 */
final class RecipeCheck {

    private static final int NOW = 0;
    private static final int A_YEAR_AHEAD = 400;
    private static final List<String> CLEAN_UP =
            List.of("expire-mode=APPLY", "expire-when=always", "orphan-mode=APPLY");
    private static final int LINES_SHOWN = 3;

    private final SparkLake spark;
    private final SluiceRuns sluice;
    private final Path scratch;
    private final Recipe recipe;
    private final String table;
    private final Story story;
    private String address = "";

    RecipeCheck(SparkLake spark, SluiceRuns sluice, Path scratch, Recipe recipe) {
        this.spark = spark;
        this.sluice = sluice;
        this.scratch = scratch;
        this.recipe = recipe;
        this.table = recipe.table();
        this.story = new Story(recipe.name());
    }

    /** What goes wrong on the way is a part of the story. */
    Story tell() {
        Stage stage = Stage.MADE;
        try {
            make();
            TableAccount before = TableAccount.of(spark, table);
            describe(before);
            Changes changes = Changes.to(spark, table);
            stage = Stage.COMPACTION;
            compact(before);
            stage = Stage.SECOND;
            again();
            stage = Stage.EXPIRY;
            expire(before);
            stage = Stage.SPARK;
            goOn(changes);
        } catch (Exception | AssertionError e) {
            story.tellBroken(stage, words(e));
            e.printStackTrace();
        }
        return story;
    }

    private void make() throws IOException {
        Path folder = Files.createDirectories(scratch.resolve("beside").resolve(recipe.identifier()));
        LibraryWrites writes = new LibraryWrites(spark);
        for (String statement : recipe.statements(folder)) {
            writes.run(statement);
        }
        address = recipe.catalog() == Recipe.Catalog.FOLDERS && recipe.name().length() % 2 == 0
                ? "iceberg:" + location()
                : "iceberg:%s/shop.%s".formatted(recipe.catalog().word(), recipe.identifier());
    }

    private Path location() {
        String location = spark.load(table).location();
        return location.startsWith("file:") ? Path.of(URI.create(location).getPath()) : Path.of(location);
    }

    private void describe(TableAccount before) {
        long deletes = spark.deleteFiles(table);
        story.tell(
                Stage.MADE, End.MADE, "%d in %d files".formatted(before.rows().count(), spark.dataFiles(table)));
        if (spark.load(table).specs().values().stream().anyMatch(PartitionSpec::isPartitioned)) {
            story.tell(Stage.MADE, End.PARTITIONED, "");
        }
        if (deletes > 0) {
            story.tell(Stage.MADE, End.DELETES, deletes + " of deletes");
        }
        if (spark.hasLineage(table) && before.rows().count() > 0) {
            story.tell(Stage.MADE, End.LINEAGE, "");
        }
        if (spark.load(table).refs().size() > 1) {
            story.tell(
                    Stage.MADE,
                    End.REFS,
                    "%d branches and tags".formatted(spark.load(table).refs().size()));
        }
    }

    private void compact(TableAccount before) throws IOException {
        long files = spark.dataFiles(table);
        long deletes = spark.deleteFiles(table);
        Optional<Long> earlier =
                Optional.ofNullable(spark.metadata(table).currentSnapshot()).map(Snapshot::snapshotId);
        SluiceRuns.Report report = sluice.run(address, NOW, List.of());
        boolean compacted = report.outputs().path("compact").path("compacted").asBoolean();
        long after = spark.dataFiles(table);
        if (compacted) {
            story.tell(Stage.COMPACTION, End.COMPACTED, "%d files become %d".formatted(files, after));
            long left = spark.deleteFiles(table);
            if (deletes > 0) {
                story.tell(Stage.COMPACTION, End.DELETES_APPLIED, "%d of deletes become %d".formatted(deletes, left));
            }
            if (after > files || (after == files && deletes <= left)) {
                story.tellBroken(Stage.COMPACTION, "no fewer files");
            }
        } else if (report.exit() == 0) {
            story.tell(Stage.COMPACTION, End.LEFT_ALONE, report.status() + " " + report.why());
        } else {
            story.tell(Stage.COMPACTION, End.REFUSED, report.why());
        }
        judge(report, compacted);
        tell(Stage.COMPACTION, before.differencesTo(TableAccount.of(spark, table)));
        readByRows(before);
        tell(Stage.COMPACTION, new FilterCheck(spark).differences(table, earlier));
    }

    private void judge(SluiceRuns.Report report, boolean compacted) {
        boolean asExpected = switch (recipe.expectation()) {
            case COMPACTED -> compacted && report.status().equals("COMPACTED");
            case LEFT_ALONE -> !compacted && report.exit() == 0;
            case REFUSED -> !compacted && !report.why().isEmpty();
            case WHATEVER -> report.exit() == 0 || !report.why().isEmpty();
        };
        if (!asExpected) {
            story.tellBroken(Stage.COMPACTION, report.toString());
        }
    }

    /** Spark has two readers of Parquet files, one for columns and one for rows. */
    private void readByRows(TableAccount before) {
        spark.session().conf().set("spark.sql.iceberg.vectorization.enabled", "false");
        try {
            Sums rows = SparkLake.sums(spark.rows(table));
            if (!rows.equals(before.rows())) {
                story.tellBroken(Stage.COMPACTION, "read by rows %s, before %s".formatted(rows, before.rows()));
            }
        } finally {
            spark.session().conf().unset("spark.sql.iceberg.vectorization.enabled");
        }
    }

    private void again() throws IOException {
        String before = spark.metadata(table).metadataFileLocation();
        SluiceRuns.Report report = sluice.run(address, NOW, List.of());
        if (before.equals(spark.metadata(table).metadataFileLocation())) {
            story.tell(Stage.SECOND, End.NOTHING_LEFT, report.exit() == 0 ? report.status() : "refused");
        } else {
            story.tellBroken(Stage.SECOND, "the table was changed again: " + report);
        }
    }

    private void expire(TableAccount before) throws IOException {
        Path orphan = location().resolve("data").resolve("00000-left-behind.parquet");
        Files.createDirectories(orphan.getParent());
        Files.writeString(orphan, "left behind");
        int versions = spark.metadata(table).snapshots().size();
        SluiceRuns.Report report = sluice.run(address, A_YEAR_AHEAD, CLEAN_UP);
        int left = spark.metadata(table).snapshots().size();
        String objection = report.outputs().path("expire").path("objection").asText("");
        if (left < versions) {
            story.tell(Stage.EXPIRY, End.EXPIRED, "%d become %d".formatted(versions, left));
        } else {
            story.tell(Stage.EXPIRY, End.NOTHING_EXPIRED, objection);
        }
        if (Files.exists(orphan)) {
            String why = report.outputs().path("orphans").path("objection").asText(report.why());
            if (why.isEmpty()) {
                story.tellBroken(Stage.EXPIRY, "an orphan is left without a reason: " + report);
            }
            story.tell(Stage.EXPIRY, End.ORPHAN_KEPT, why.equals(objection) ? "" : why);
            Files.delete(orphan);
        } else {
            story.tell(Stage.EXPIRY, End.ORPHAN_REMOVED, "");
        }
        boolean isStopped = report.status().equals("FAILED") || report.status().equals("PARTIAL");
        if (isStopped && !story.has(End.REFUSED)) {
            story.tellBroken(Stage.EXPIRY, report.toString());
        }
        tell(Stage.EXPIRY, before.differencesTo(TableAccount.of(spark, table)));
        if (mayDelete()) {
            searchForOrphans();
        }
    }

    /** What a run's own last commit has put out of use, such as an old metadata file, is left to the next run. */
    private void searchForOrphans() throws IOException {
        List<String> orphans = spark.orphans(table);
        if (!orphans.isEmpty() && story.has(End.ORPHAN_REMOVED)) {
            sluice.run(address, A_YEAR_AHEAD, CLEAN_UP);
            orphans = spark.orphans(table);
        }
        if (orphans.isEmpty()) {
            story.tell(Stage.EXPIRY, End.NO_ORPHANS, "");
        } else if (story.has(End.ORPHAN_REMOVED)) {
            tell(
                    Stage.EXPIRY,
                    orphans.stream().map(file -> "an orphan to Spark: " + file).toList());
        }
    }

    private boolean mayDelete() {
        return !"false".equals(spark.load(table).properties().get("gc.enabled"));
    }

    private void goOn(Changes changes) throws Exception {
        changes.make();
        changes.difference()
                .ifPresentOrElse(
                        words -> story.tellBroken(Stage.SPARK, words),
                        () -> story.tell(Stage.SPARK, End.CONTINUED, "appended, deleted, merged"));
        String catalog = recipe.catalog().word();
        spark.sql("CALL %s.system.rewrite_data_files(table => '%s', options => map('rewrite-all', 'true'))"
                .formatted(catalog, table));
        if (mayDelete()) {
            spark.sql("CALL %s.system.expire_snapshots(table => '%s', older_than => TIMESTAMP'2100-01-01 00:00:00')"
                    .formatted(catalog, table));
        }
        changes.difference()
                .ifPresentOrElse(
                        words -> story.tellBroken(Stage.SPARK, "after its own rewrite: " + words),
                        () -> story.tell(Stage.SPARK, End.REWRITTEN, "rewritten"));
    }

    private void tell(Stage stage, List<String> differences) {
        List<String> shown = new ArrayList<>(differences.subList(0, Math.min(LINES_SHOWN, differences.size())));
        if (differences.size() > LINES_SHOWN) {
            shown.add("and %d more".formatted(differences.size() - LINES_SHOWN));
        }
        if (!shown.isEmpty()) {
            story.tellBroken(stage, String.join("; ", shown));
        }
    }

    private static String words(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return "%s; %s".formatted(failure, root);
    }
}
