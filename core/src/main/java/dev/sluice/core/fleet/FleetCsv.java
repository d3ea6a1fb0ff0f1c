/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A fleet as comma-separated values after RFC 4180: a line of names, then one line a row, in the order of the ranking.
 *
 * <p>A text that a spreadsheet would take for a formula gets an apostrophe in front: whoever may name a folder of the lake
 * must not be able to run something at the desk of whoever opens the file.
 */
public final class FleetCsv {

    private static final String END_OF_LINE = "\r\n";
    private static final Pattern FORMULA =
            Pattern.compile("[\\s\\p{Z}\\p{Cc}\\p{Cf}]*[=+\\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20].*", Pattern.DOTALL);
    private static final Pattern TO_QUOTE = Pattern.compile("[,\"\r\n]");

    private FleetCsv() {}

    public static String of(FleetReport fleet) {
        StringBuilder csv = new StringBuilder();
        csv.append(Column.ALL.stream().map(Column::name).collect(Collectors.joining(",")))
                .append(END_OF_LINE);
        for (FleetRow row : fleet.rows()) {
            csv.append(Column.ALL.stream()
                            .map(column -> cell(column.value().apply(fleet, row)))
                            .collect(Collectors.joining(",")))
                    .append(END_OF_LINE);
        }
        return csv.toString();
    }

    private static String cell(Optional<?> value) {
        return value.map(v -> v instanceof String text ? quoted(harmless(text)) : v.toString())
                .orElse("");
    }

    private static String harmless(String text) {
        return FORMULA.matcher(text).matches() ? "'" + text : text;
    }

    private static String quoted(String text) {
        return TO_QUOTE.matcher(text).find() ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
    }
}
