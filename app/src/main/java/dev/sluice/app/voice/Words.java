/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.report.Sentences;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Small pieces of text that the human voice is made of. */
final class Words {

    /** By how much lines are set in. */
    static final int INDENT = 2;

    private Words() {}

    /** {@code 1 file}, {@code 2 files}. */
    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    static String seconds(Duration took) {
        return Sentences.decimals(took.toMillis() / 1000.0, 1) + " s";
    }

    /** A sentence with its full stop. */
    static String sentence(String text) {
        return text.isEmpty() || text.endsWith(".") ? text : text + ".";
    }

    static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** {@code key=value}, in the order of the keys. */
    static List<String> pairs(Map<String, String> map) {
        return new TreeMap<>(map)
                .entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .toList();
    }

    /** Rows in columns that are as wide as their widest cell; the last column is not padded. */
    static List<String> columns(List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            line.append(i == 0 ? "" : "  ").append(pad(row.get(i), widths[i]));
        }
        return line.toString().stripTrailing();
    }

    /** The same lines, set in. */
    static List<String> indented(List<String> lines) {
        return lines.isEmpty()
                ? Collections.emptyList()
                : lines.stream()
                        .map(line -> line.isEmpty() ? line : " ".repeat(INDENT) + line)
                        .toList();
    }
}
