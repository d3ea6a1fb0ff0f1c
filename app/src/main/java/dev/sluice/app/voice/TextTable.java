/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Rows in aligned columns that fit a width: the least needed columns are left out, then names are cut in front, where they
 * are alike, and the last column at its end.
 */
final class TextTable {

    private static final String GAP = "  ";
    private static final String CUT = "…";
    private static final int NAME_AT_LEAST = 24;
    private static final int REST_AT_LEAST = 24;

    private TextTable() {}

    /** What a column does where there is too little room. */
    private enum Shape {
        NAME,
        TEXT,
        NUMBER,
        REST
    }

    /**
     * @param total what stands in the last line
     * @param droppedAs the higher, the sooner it is left out; 0 never
     */
    record Column<T>(String head, Shape shape, Function<T, String> value, String total, int droppedAs) {

        static <T> Column<T> name(String head, Function<T, String> value, String total) {
            return new Column<>(head, Shape.NAME, value, total, 0);
        }

        static <T> Column<T> text(String head, Function<T, String> value, int droppedAs) {
            return new Column<>(head, Shape.TEXT, value, "", droppedAs);
        }

        static <T> Column<T> number(String head, Function<T, String> value, String total, int droppedAs) {
            return new Column<>(head, Shape.NUMBER, value, total, droppedAs);
        }

        static <T> Column<T> rest(String head, Function<T, String> value) {
            return new Column<>(head, Shape.REST, value, "", 0);
        }
    }

    /** The rows below a line of heads and above a line of totals. */
    static <T> List<String> of(List<Column<T>> columns, List<T> rows, int width) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::head).toList());
        rows.forEach(row -> lines.add(cells(columns, row)));
        lines.add(columns.stream().map(Column::total).toList());
        return fitted(columns, lines, width);
    }

    /** The rows alone. */
    static <T> List<String> bare(List<Column<T>> columns, List<T> rows, int width) {
        return fitted(columns, rows.stream().map(row -> cells(columns, row)).toList(), width);
    }

    private static <T> List<String> cells(List<Column<T>> columns, T row) {
        return columns.stream()
                .map(column -> Printable.of(column.value().apply(row)))
                .toList();
    }

    private static <T> List<String> fitted(List<Column<T>> columns, List<List<String>> lines, int width) {
        List<Integer> kept = new ArrayList<>();
        int[] widths = new int[columns.size()];
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            kept.add(i);
            widths[i] = lines.stream()
                    .mapToInt(line -> length(line.get(column)))
                    .max()
                    .orElse(0);
        }
        while (least(columns, kept, widths) > width) {
            List<Integer> now = kept;
            int dropped = kept.stream()
                    .filter(i -> columns.get(i).droppedAs() > 0)
                    .max(Comparator.comparingInt(i -> columns.get(i).droppedAs() * columns.size() + now.indexOf(i)))
                    .orElse(-1);
            if (dropped < 0) {
                break;
            }
            kept.remove((Integer) dropped);
        }
        share(columns, kept, widths, width);
        return lines.stream().map(line -> line(columns, kept, widths, line)).toList();
    }

    private static <T> int least(List<Column<T>> columns, List<Integer> kept, int[] widths) {
        return kept.stream()
                .mapToInt(i -> switch (columns.get(i).shape()) {
                            case NAME -> Math.min(widths[i], NAME_AT_LEAST);
                            case REST -> Math.min(widths[i], REST_AT_LEAST);
                            case TEXT, NUMBER -> widths[i];
                        }
                        + GAP.length())
                .sum();
    }

    /** Gives names and the last column what the others leave, names first, but to each its least. */
    private static <T> void share(List<Column<T>> columns, List<Integer> kept, int[] widths, int width) {
        int spare = width - least(columns, kept, widths);
        for (int i : kept) {
            Shape shape = columns.get(i).shape();
            if (shape == Shape.NAME || shape == Shape.REST) {
                int granted = Math.min(widths[i], shape == Shape.NAME ? NAME_AT_LEAST : REST_AT_LEAST);
                int more = Math.max(0, Math.min(widths[i] - granted, spare));
                widths[i] = granted + more;
                spare -= more;
            }
        }
    }

    private static <T> String line(List<Column<T>> columns, List<Integer> kept, int[] widths, List<String> cells) {
        return kept.stream()
                .map(i -> switch (columns.get(i).shape()) {
                    case NAME -> left(cutInFront(cells.get(i), widths[i]), widths[i]);
                    case TEXT -> left(cells.get(i), widths[i]);
                    case NUMBER -> right(cells.get(i), widths[i]);
                    case REST -> cutAtTheEnd(cells.get(i), widths[i]);
                })
                .collect(Collectors.joining(GAP))
                .stripTrailing();
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String cutInFront(String text, int width) {
        int length = length(text);
        return length <= width ? text : CUT + text.substring(text.offsetByCodePoints(0, length - width + 1));
    }

    private static String cutAtTheEnd(String text, int width) {
        return length(text) <= width ? text : text.substring(0, text.offsetByCodePoints(0, width - 1)) + CUT;
    }

    private static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - length(text)));
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - length(text))) + text;
    }
}
