/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.page;

import dev.sluice.app.voice.FleetText;
import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.fleet.FleetRow;
import dev.sluice.core.store.Bytes;
import java.util.List;
import java.util.function.Function;

/** A fleet as plots. They are drawn here and not in the browser; lengths are shares of the width, so text keeps its size. */
final class FleetPlots {

    private static final int BARS = 10;
    private static final int BINS = 10;
    private static final int LINE = 38;
    private static final int HISTOGRAM_HEIGHT = 320;
    private static final int NAME = 34;

    private final FleetReport fleet;
    private final List<FleetRow> read;
    private final int alike;

    FleetPlots(FleetReport fleet) {
        this.fleet = fleet;
        this.read = fleet.rows().stream().filter(FleetRow::isRead).toList();
        this.alike = alike(read);
    }

    String all() {
        return new SavingsMap(fleet).drawn() + beforeAndAfter() + smallRatios() + bytes();
    }

    private String beforeAndAfter() {
        List<FleetRow> rows = Plot.best(read, row -> row.worth().filesSaved(), BARS);
        double most = rows.stream()
                .mapToLong(row -> row.figures().orElseThrow().files())
                .max()
                .orElse(1);
        return bars(
                "Files now and after compaction",
                rows,
                FleetPlots::nowAndAfter,
                row -> nowAndAfter(row) + " files",
                row -> bar(0, row.figures().orElseThrow().files() / most, "now")
                        + bar(0, row.figures().orElseThrow().filesAfter() / most, "after"),
                Plot.legend("now", "now") + Plot.legend("after", "after"));
    }

    private static String nowAndAfter(FleetRow row) {
        FleetRow.Figures figures = row.figures().orElseThrow();
        return "%s → %s".formatted(FleetText.grouped(figures.files()), FleetText.grouped(figures.filesAfter()));
    }

    private String bytes() {
        boolean listed = fleet.worth().clutter().isPresent();
        List<FleetRow> rows = Plot.best(
                read,
                row -> row.worth().bytesRewritten().count()
                        + (double) row.worth().reclaimable().count(),
                BARS);
        double most =
                rows.stream().mapToDouble(FleetPlots::sizeAndClutter).max().orElse(1);
        return bars(
                "Bytes to rewrite and to reclaim",
                rows,
                row -> row.figures().orElseThrow().size().toString(),
                row -> "%s, %s to rewrite%s"
                        .formatted(
                                row.figures().orElseThrow().size(),
                                row.worth().bytesRewritten(),
                                listed
                                        ? ", %s may be removed"
                                                .formatted(row.worth().reclaimable())
                                        : ""),
                row -> {
                    double size = row.figures().orElseThrow().size().count() / most;
                    return bar(0, size, "now")
                            + bar(0, row.worth().bytesRewritten().count() / most, "after")
                            + bar(size, row.worth().reclaimable().count() / most, "gone");
                },
                Plot.legend("now", "size of the table")
                        + Plot.legend("after", "to rewrite")
                        + (listed ? Plot.legend("gone", "below it, may be removed") : ""));
    }

    private static double sizeAndClutter(FleetRow row) {
        return row.figures().map(FleetRow.Figures::size).orElse(Bytes.ZERO).count()
                + (double) row.worth().reclaimable().count();
    }

    /** How many tables have which share of small files, those that are due apart. */
    private String smallRatios() {
        long[] due = new long[BINS];
        long[] fine = new long[BINS];
        for (FleetRow row : read) {
            int bin = (int) Math.min(BINS - 1.0, row.figures().orElseThrow().smallRatio() * BINS);
            (row.isDue() ? due : fine)[bin]++;
        }
        long most = 1;
        for (int i = 0; i < BINS; i++) {
            most = Math.max(most, due[i] + fine[i]);
        }
        StringBuilder svg =
                new StringBuilder("<svg width=\"100%%\" height=\"%d\" role=\"img\">".formatted(HISTOGRAM_HEIGHT + 40));
        for (int i = 0; i < BINS; i++) {
            svg.append(bin(i, due[i], fine[i], most));
        }
        svg.append("</svg>");
        return Plot.card(
                "",
                "Share of small files",
                "How many tables have which share.",
                svg + "<p class=\"legend\">" + Plot.legend("due", "due") + Plot.legend("fine", "not due") + "</p>");
    }

    private static String bin(int i, long due, long fine, long most) {
        double scale = (HISTOGRAM_HEIGHT - 20.0) / most;
        double dueHeight = due * scale;
        double fineHeight = fine * scale;
        String range = "%d to %d%%".formatted(i * 100 / BINS, (i + 1) * 100 / BINS);
        String title = Html.text("%s small: %d due, %d not due".formatted(range, due, fine));
        String label = due + fine == 0
                ? ""
                : "<text class=\"number middle\" x=\"50%%\" y=\"%s\">%s</text>"
                        .formatted(
                                Plot.number(HISTOGRAM_HEIGHT - dueHeight - fineHeight - 5),
                                FleetText.grouped(due + fine));
        return """
                <svg x="%s" y="0" width="%s" height="100%%"><title>%s</title><rect class="hit" width="100%%" height="100%%"/>\
                <rect class="fine" x="6%%" width="88%%" y="%s" height="%s" rx="2"/>\
                <rect class="due" x="6%%" width="88%%" y="%s" height="%s" rx="2"/>%s\
                <text class="axis middle" x="50%%" y="%d">%d%%</text></svg>""".formatted(
                        Plot.share((double) i / BINS),
                        Plot.share(1.0 / BINS),
                        title,
                        Plot.number(HISTOGRAM_HEIGHT - fineHeight),
                        Plot.number(fineHeight),
                        Plot.number(HISTOGRAM_HEIGHT - fineHeight - dueHeight),
                        Plot.number(dueHeight),
                        label,
                        HISTOGRAM_HEIGHT + 20,
                        i * 100 / BINS);
    }

    private String bars(
            String title,
            List<FleetRow> rows,
            Function<FleetRow, String> label,
            Function<FleetRow, String> told,
            Function<FleetRow, String> drawn,
            String legend) {
        if (rows.isEmpty()) {
            return Plot.card("", title, "", "<p class=\"empty\">Nothing is to be done.</p>");
        }
        StringBuilder svg =
                new StringBuilder("<svg width=\"100%%\" height=\"%d\" role=\"img\">".formatted(rows.size() * LINE));
        for (int i = 0; i < rows.size(); i++) {
            FleetRow row = rows.get(i);
            svg.append("""
                    <svg y="%d" width="100%%" height="%d"><title>%s</title><rect class="hit" width="100%%" height="100%%"/>\
                    <text x="0" y="13">%s</text><text class="number end" x="100%%" y="13">%s</text>%s</svg>""".formatted(
                            i * LINE,
                            LINE,
                            Html.text(row.place() + ": " + told.apply(row)),
                            Html.text(shortName(row.place())),
                            Html.text(label.apply(row)),
                            drawn.apply(row)));
        }
        svg.append("</svg>");
        return Plot.card(
                "",
                title,
                "The %d that have most of it.".formatted(rows.size()),
                svg + "<p class=\"legend\">" + legend + "</p>");
    }

    private static String bar(double from, double length, String kind) {
        return length <= 0
                ? ""
                : "<rect class=\"%s\" x=\"%s\" y=\"19\" width=\"%s\" height=\"10\" rx=\"2\"/>"
                        .formatted(kind, Plot.share(from), Plot.share(Math.max(length, 0.002)));
    }

    /** The end of a long name, without what all names begin with. */
    private String shortName(String place) {
        String name = place.substring(alike);
        return name.length() <= NAME ? name : "…" + name.substring(name.length() - NAME + 1);
    }

    /** How many characters, up to a slash, all names begin with. */
    private static int alike(List<FleetRow> rows) {
        if (rows.size() < 2) {
            return 0;
        }
        String first = rows.get(0).place();
        int alike =
                rows.stream().mapToInt(row -> alike(first, row.place())).min().orElse(0);
        return first.lastIndexOf('/', alike - 1) + 1;
    }

    private static int alike(String one, String other) {
        int at = 0;
        while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at;
    }
}
