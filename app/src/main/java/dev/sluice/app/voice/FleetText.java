/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.fleet.FleetRow;
import dev.sluice.core.fleet.Prices;
import dev.sluice.core.fleet.Worth;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.store.Bytes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** What a person reads of many tables: those that are worth most, the sum, and what could not be read. */
public final class FleetText {

    private static final int SHOWN_BROKEN = 10;
    private static final String UNKNOWN = "";

    private FleetText() {}

    /**
     * How a fleet is shown.
     *
     * @param width the longest line; empty: whatever it takes
     * @param top how many tables at most
     * @param files where all of it was written to besides
     * @param goOn the command for what comes next; empty where nothing does
     */
    public record View(OptionalInt width, int top, List<Path> files, Optional<String> goOn) {

        public View {
            files = List.copyOf(files);
        }
    }

    static List<String> of(FleetReport fleet, View view) {
        List<String> lines = new ArrayList<>();
        lines.add(summary(fleet));
        List<FleetRow> read = fleet.rows().stream().filter(FleetRow::isRead).toList();
        List<FleetRow> shown = read.stream().limit(view.top()).toList();
        if (!shown.isEmpty()) {
            lines.add("");
            lines.addAll(Words.indented(
                    TextTable.of(columns(fleet), shown, view.width().orElse(Integer.MAX_VALUE) - Words.INDENT)));
            if (read.size() > shown.size()) {
                lines.add("  %s more; --top 0 shows all, --csv FILE writes all"
                        .formatted(grouped(read.size() - shown.size())));
            }
        }
        lines.addAll(unread(fleet, view));
        lines.add("");
        lines.addAll(notes(fleet));
        view.files().forEach(file -> lines.add("Written to " + file));
        return lines;
    }

    private static String summary(FleetReport fleet) {
        Worth worth = fleet.worth();
        StringBuilder text = new StringBuilder();
        text.append("%s: %d due".formatted(tables(fleet.tables()), fleet.due()));
        if (fleet.broken() > 0) {
            text.append(", %d that cannot be read".formatted(fleet.broken()));
        }
        text.append(". ");
        text.append(
                worth.filesSaved() == 0
                        ? "Compaction would save no files."
                        : "Compaction would make %s of %s files, reading %s."
                                .formatted(
                                        grouped(fleet.files() - worth.filesSaved()),
                                        grouped(fleet.files()),
                                        worth.bytesRewritten()));
        return text.append(" Nothing has been changed.").toString();
    }

    private static String tables(long count) {
        return "%s %s".formatted(grouped(count), count == 1 ? "table" : "tables");
    }

    private static List<TextTable.Column<FleetRow>> columns(FleetReport fleet) {
        Worth all = fleet.worth();
        List<TextTable.Column<FleetRow>> columns = new ArrayList<>();
        columns.add(TextTable.Column.name("table", FleetRow::place, "all"));
        columns.add(TextTable.Column.text("verdict", FleetRow::verdict, 2));
        columns.add(figure("files", f -> grouped(f.files()), grouped(fleet.files()), 2));
        columns.add(figure("small", f -> grouped(f.smallFiles()), grouped(fleet.smallFiles()), 5));
        columns.add(figure("ratio", f -> Sentences.percent(f.smallRatio()), UNKNOWN, 4));
        columns.add(figure("size", f -> f.size().toString(), fleet.size().toString(), 3));
        columns.add(figure("rewrite", f -> amount(f.worth().bytesRewritten()), amount(all.bytesRewritten()), 2));
        columns.add(figure("files saved", f -> none(f.worth().filesSaved()), none(all.filesSaved()), 1));
        if (all.clutter().isPresent()) {
            columns.add(figure("reclaimable", f -> reclaimable(f.worth()), reclaimable(all), 1));
        }
        columns.add(figure(
                "est.", f -> minutes(fleet.terms().throughput().estimate(f.worth())), minutes(fleet.estimate()), 4));
        Optional<Prices> prices = fleet.terms().prices();
        if (prices.isPresent()) {
            columns.add(figure(
                    prices.get().named("saves a month"),
                    f -> money(fleet.savedPerMonth(f.worth())),
                    money(fleet.savedPerMonth(all)),
                    1));
            columns.add(figure("costs once", f -> money(fleet.cost(f.worth())), money(fleet.cost(all)), 3));
        }
        columns.add(TextTable.Column.number(
                "age", row -> fleet.age(row).map(FleetText::age).orElse(UNKNOWN), UNKNOWN, 5));
        columns.add(TextTable.Column.rest("why", FleetRow::why));
        return columns;
    }

    private static TextTable.Column<FleetRow> figure(
            String name, Function<FleetRow.Figures, String> figure, String total, int droppedAs) {
        return TextTable.Column.number(name, row -> row.figures().map(figure).orElse(UNKNOWN), total, droppedAs);
    }

    private static List<String> unread(FleetReport fleet, View view) {
        List<FleetRow> unread =
                fleet.rows().stream().filter(row -> !row.isRead()).toList();
        if (unread.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of("", "Could not be read:"));
        int limit = view.top() == Integer.MAX_VALUE ? unread.size() : SHOWN_BROKEN;
        List<TextTable.Column<FleetRow>> columns = List.of(
                TextTable.Column.name("", FleetRow::place, ""),
                TextTable.Column.text("", FleetRow::verdict, 1),
                TextTable.Column.rest("", FleetRow::why));
        lines.addAll(Words.indented(TextTable.bare(
                columns,
                unread.stream().limit(limit).toList(),
                view.width().orElse(Integer.MAX_VALUE) - Words.INDENT)));
        if (unread.size() > limit) {
            lines.add("  %s more; --top 0 shows all".formatted(grouped(unread.size() - limit)));
        }
        return lines;
    }

    private static List<String> notes(FleetReport fleet) {
        List<String> notes = new ArrayList<>();
        notes.add("Ranked by %s. Time is estimated at %s, not measured."
                .formatted(ranked(fleet), fleet.terms().throughput()));
        if (fleet.worth().clutter().isEmpty()) {
            notes.add(
                    fleet.terms().lists()
                            ? "What lies about below the tables could not be listed."
                            : "What lies about below the tables was not listed; --listing does it.");
        }
        fleet.terms().prices().map(FleetText::assumed).ifPresent(notes::add);
        return notes;
    }

    private static String ranked(FleetReport fleet) {
        return switch (fleet.terms().by()) {
            case MONEY -> "what a month would cost less";
            case FILES -> "how many files there would be fewer";
            case BYTES -> "how much may be removed";
            case RATIO -> "the ratio of small files";
            case SIZE -> "size";
        };
    }

    private static String assumed(Prices prices) {
        return "A month's saving is the storage of what may be removed, and %d requests for each file saved at every full scan (scans-per-day: %s)."
                .formatted(Worth.REQUESTS_A_FILE, prices.scansPerDay().toPlainString());
    }

    private static String reclaimable(Worth worth) {
        return worth.clutter().map(c -> amount(c.eligibleBytes())).orElse(UNKNOWN);
    }

    private static String amount(Bytes bytes) {
        return bytes.count() == 0 ? UNKNOWN : bytes.toString();
    }

    private static String none(long count) {
        return count == 0 ? UNKNOWN : grouped(count);
    }

    private static String money(Optional<BigDecimal> amount) {
        return amount.map(a -> a.signum() == 0
                        ? UNKNOWN
                        : a.setScale(2, RoundingMode.HALF_UP).toPlainString())
                .orElse(UNKNOWN);
    }

    /** An estimate for people, never finer than it is: {@code <1 min}, {@code 12 min}, {@code 3.5 h}. */
    public static String minutes(Duration estimate) {
        if (estimate.isZero()) {
            return UNKNOWN;
        }
        double minutes = estimate.toMillis() / 60_000.0;
        if (minutes < 1) {
            return "<1 min";
        }
        return minutes < 120 ? Sentences.decimals(minutes, 0) + " min" : Sentences.decimals(minutes / 60, 1) + " h";
    }

    /** How old something is, in its largest unit: {@code 5 min}, {@code 7 h}, {@code 12 d}. */
    public static String age(Duration age) {
        if (age.toDays() >= 2) {
            return age.toDays() + " d";
        }
        return age.toHours() >= 2 ? age.toHours() + " h" : age.toMinutes() + " min";
    }

    public static String grouped(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
