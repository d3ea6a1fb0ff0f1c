/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What became of one Iceberg table: words for each stage of its way, and the ends that are counted over all tables. */
final class Story {

    /** One column of the report. */
    enum Stage {
        MADE("rows"),
        COMPACTION("compaction"),
        SECOND("second run"),
        EXPIRY("old versions"),
        SPARK("Spark goes on");

        final String title;

        Stage(String title) {
            this.title = title;
        }
    }

    /** An end that is counted; a table can have several for each stage. */
    enum End {
        MADE("written by Spark"),
        PARTITIONED("of these partitioned"),
        DELETES("of these with delete files"),
        LINEAGE("of these with row lineage, compared row by row"),
        REFS("of these with branches or tags, each compared"),
        COMPACTED("compacted"),
        DELETES_APPLIED("of these with deletes that were applied"),
        LEFT_ALONE("left alone"),
        REFUSED("refused by name"),
        NOTHING_LEFT("a second run found nothing to do"),
        EXPIRED("old versions forgotten"),
        NOTHING_EXPIRED("no version forgotten"),
        ORPHAN_REMOVED("a planted orphan removed"),
        ORPHAN_KEPT("a planted orphan left, with the reason"),
        NO_ORPHANS("Spark's own search for orphans found none afterwards"),
        CONTINUED("Spark appended, deleted and merged, with the rows of its model"),
        REWRITTEN("Spark rewrote and expired it, with the rows of its model"),
        BROKEN("BROKEN");

        final String words;

        End(String words) {
            this.words = words;
        }
    }

    private static final int LONGEST_CELL = 300;

    private final String table;
    private final Map<Stage, String> cells = new EnumMap<>(Stage.class);
    private final Set<End> ends = EnumSet.noneOf(End.class);

    Story(String table) {
        this.table = table;
    }

    void tell(Stage stage, End end, String words) {
        ends.add(end);
        if (!words.isEmpty()) {
            cells.merge(stage, words, (before, added) -> before + "; " + added);
        }
    }

    void tellBroken(Stage stage, String words) {
        tell(stage, End.BROKEN, End.BROKEN.words + ": " + words);
    }

    boolean has(End end) {
        return ends.contains(end);
    }

    /** One row of a Markdown table. */
    String row() {
        StringBuilder row = new StringBuilder("| ").append(table);
        for (Stage stage : Stage.values()) {
            row.append(" | ").append(cell(cells.getOrDefault(stage, "")));
        }
        return row.append(" |").toString();
    }

    private static String cell(String words) {
        String line = words.replaceAll("\\s+", " ").replace("|", "\\|");
        return line.length() <= LONGEST_CELL ? line : line.substring(0, LONGEST_CELL) + " ...";
    }

    @Override
    public String toString() {
        return table + " " + cells;
    }
}
