/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What became of one table: words for each stage of its way, and the ends that are counted over all tables. */
final class Account {

    /** One column of the report. */
    enum Stage {
        ROWS("rows"),
        LISTED("listed sums"),
        COMPACTION("compaction"),
        VACUUM("vacuum"),
        SPARK("Spark writes");

        final String title;

        Stage(String title) {
            this.title = title;
        }
    }

    /** An end that is counted; a table can have one for each stage. */
    enum End {
        READ("Spark reads it"),
        UNREAD("Spark does not read it"),
        AS_LISTED("sums and schema as listed earlier"),
        NOT_LISTED("no sums listed"),
        OTHER_THAN_LISTED("other sums or schema than listed earlier"),
        COMPACTED("compacted"),
        NOTHING_TO_COMPACT("nothing to compact"),
        COMPACTION_REFUSED("compaction refused"),
        VACUUMED("vacuumed"),
        NOTHING_TO_VACUUM("nothing to vacuum"),
        VACUUM_REFUSED("vacuum refused"),
        ROW_IDS("row ids and row commit versions compared"),
        APPENDED("Spark appended a row to the compacted table"),
        DELETED("Spark deleted rows from the compacted table"),
        DELETION_VECTOR("of these with a new deletion vector"),
        NOT_WRITABLE("not written by Spark, compacted or not"),
        BROKEN("BROKEN");

        final String words;

        End(String words) {
            this.words = words;
        }
    }

    private static final int LONGEST_CELL = 240;

    private final String table;
    private final Map<Stage, String> cells = new EnumMap<>(Stage.class);
    private final Set<End> ends = EnumSet.noneOf(End.class);

    Account(String table) {
        this.table = table;
    }

    void tell(Stage stage, End end, String words) {
        ends.add(end);
        cells.merge(stage, words, (before, added) -> before + "; " + added);
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
