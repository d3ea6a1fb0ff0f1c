/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.page;

import dev.sluice.core.fleet.FleetRow;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What all plots are made of. */
final class Plot {

    private Plot() {}

    static String legend(String kind, String text) {
        return "<span><svg width=\"11\" height=\"11\"><rect class=\"%s\" width=\"11\" height=\"11\" rx=\"2\"/></svg> %s</span> "
                .formatted(kind, Html.text(text));
    }

    static String card(String kind, String title, String says, String body) {
        return "<figure class=\"card %s\"><figcaption><h2>%s</h2><p>%s</p></figcaption>%s</figure>"
                .formatted(kind, Html.text(title), Html.text(says), body);
    }

    static List<FleetRow> best(List<FleetRow> rows, ToDoubleFunction<FleetRow> by, int count) {
        return rows.stream()
                .filter(FleetRow::isRead)
                .filter(row -> by.applyAsDouble(row) > 0)
                .sorted(Comparator.comparingDouble(by).reversed().thenComparing(FleetRow::place))
                .limit(count)
                .toList();
    }

    static String share(double of) {
        return number(of * 100) + "%";
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
