/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.page;

import dev.sluice.app.voice.FleetText;
import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.fleet.FleetRow;
import dev.sluice.core.report.Sentences;
import java.util.List;

/** Where compaction saves files: a map with an area for each table. */
final class SavingsMap {

    private static final int CELLS = 48;
    private static final int MAP_WIDTH = 200;
    private static final int MAP_HEIGHT = 100;
    private static final int MAP_PIXELS = 300;
    private static final int SHADES = 5;

    private final FleetReport fleet;

    SavingsMap(FleetReport fleet) {
        this.fleet = fleet;
    }

    /** One area for each table, as large as the number of files that it would have fewer. */
    String drawn() {
        List<FleetRow> rows = Plot.best(fleet.rows(), row -> row.worth().filesSaved(), CELLS);
        if (rows.isEmpty()) {
            return Plot.card(
                    "wide",
                    "Where compaction saves files",
                    "",
                    "<p class=\"empty\">Nowhere: no table would get fewer.</p>");
        }
        List<Double> values =
                rows.stream().map(row -> (double) row.worth().filesSaved()).toList();
        List<Treemap.Rectangle> areas = Treemap.of(values, MAP_WIDTH, MAP_HEIGHT);
        StringBuilder svg = new StringBuilder(
                "<svg class=\"map\" width=\"100%%\" height=\"%d\" role=\"img\">".formatted(MAP_PIXELS));
        for (int i = 0; i < rows.size(); i++) {
            svg.append(cell(rows.get(i), areas.get(i)));
        }
        svg.append("</svg>");
        long all = fleet.worth().filesSaved();
        long shown = rows.stream().mapToLong(row -> row.worth().filesSaved()).sum();
        String rest = shown == all ? "" : "; %s more in smaller tables".formatted(FleetText.grouped(all - shown));
        return Plot.card(
                "wide",
                "Where compaction saves files",
                "An area for each table, as large as the files that it would have fewer%s. Its shade is its share of small files."
                        .formatted(rest),
                svg + "<p class=\"legend\">" + shades() + "</p>");
    }

    private static String cell(FleetRow row, Treemap.Rectangle area) {
        FleetRow.Figures figures = row.figures().orElseThrow();
        int shade = (int) Math.min(SHADES - 1.0, figures.smallRatio() * SHADES);
        String tooltip = "%s: %s files saved of %s (%s small)"
                .formatted(
                        row.place(),
                        FleetText.grouped(row.worth().filesSaved()),
                        FleetText.grouped(figures.files()),
                        Sentences.percent(figures.smallRatio()));
        return """
                <svg x="%s" y="%s" width="%s" height="%s"><title>%s</title><rect class="cell s%d" width="100%%" height="100%%"/>\
                %s%s</svg>""".formatted(
                Plot.share(area.x() / MAP_WIDTH),
                Plot.share(area.y() / MAP_HEIGHT),
                Plot.share(area.width() / MAP_WIDTH),
                Plot.share(area.height() / MAP_HEIGHT),
                Html.text(tooltip),
                shade,
                label(area, 17, shade, "", lastName(row.place())),
                label(area, 33, shade, " number", FleetText.grouped(row.worth().filesSaved())));
    }

    /** A line of text in an area, where it fits below the ones above. */
    private static String label(Treemap.Rectangle area, int y, int shade, String kind, String text) {
        double pixels = area.height() / MAP_HEIGHT * MAP_PIXELS;
        return pixels < y + 5
                ? ""
                : "<text class=\"on%d%s\" x=\"7\" y=\"%d\">%s</text>".formatted(shade, kind, y, Html.text(text));
    }

    private static String shades() {
        StringBuilder legend = new StringBuilder();
        for (int i = 0; i < SHADES; i++) {
            legend.append(Plot.legend("s" + i, "%d to %d%%".formatted(i * 100 / SHADES, (i + 1) * 100 / SHADES)));
        }
        return legend.toString();
    }

    private static String lastName(String place) {
        return place.substring(place.lastIndexOf('/') + 1);
    }
}
