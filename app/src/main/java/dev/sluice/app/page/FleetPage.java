/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.page;

import dev.sluice.app.voice.FleetText;
import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.fleet.FleetRow;
import dev.sluice.core.fleet.Worth;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.store.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A fleet as one page: plots, and a table that can be sorted and searched. It asks nobody for anything, and its own policy
 * forbids it to: only this style and this script, by their hashes, are let in, whatever a table is called.
 */
public final class FleetPage {

    private final FleetReport fleet;
    private final Optional<String> goOn;

    private FleetPage(FleetReport fleet, Optional<String> goOn) {
        this.fleet = fleet;
        this.goOn = goOn;
    }

    /**
     * @param goOn the command for what comes next
     */
    public static String of(FleetReport fleet, Optional<String> goOn) {
        return new FleetPage(fleet, goOn).page();
    }

    private String page() {
        String style = resource("fleet.css");
        String script = resource("fleet.js");
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '%s'; script-src '%s'; \
                img-src data:; base-uri 'none'; form-action 'none'">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta name="referrer" content="no-referrer">
                <link rel="icon" href="data:,">
                <title>%s</title>
                <style>%s</style>
                </head>
                <body>
                <header><h1>Fleet</h1><p>%s</p></header>
                <main>
                <section class="tiles">%s</section>
                <section class="plots">%s</section>
                %s
                </main>
                <footer>%s</footer>
                <script>%s</script>
                </body>
                </html>
                """.formatted(
                        hash(style),
                        hash(script),
                        Html.text("Fleet: " + String.join(" ", fleet.asked())),
                        style,
                        head(),
                        tiles(),
                        new FleetPlots(fleet).all(),
                        table(),
                        foot(),
                        script);
    }

    private String head() {
        return "%s, looked at on %s. Nothing was changed."
                .formatted(
                        fleet.asked().stream()
                                .map(pattern -> "<code>" + Html.text(pattern) + "</code>")
                                .reduce((a, b) -> a + " " + b)
                                .orElse(""),
                        fleet.at()
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString()
                                .replace('T', ' ')
                                .replace("Z", " UTC"));
    }

    private String tiles() {
        Worth worth = fleet.worth();
        StringBuilder tiles = new StringBuilder();
        tiles.append(tile(
                FleetText.grouped(fleet.tables()),
                "tables",
                "%s due, %s that cannot be read"
                        .formatted(FleetText.grouped(fleet.due()), FleetText.grouped(fleet.broken()))));
        tiles.append(tile(
                FleetText.grouped(fleet.files()) + " files",
                "→ %s after compaction".formatted(FleetText.grouped(fleet.files() - worth.filesSaved())),
                "%s of them are small".formatted(FleetText.grouped(fleet.smallFiles()))));
        tiles.append(tile(
                worth.bytesRewritten().toString(),
                "to rewrite, of " + fleet.size(),
                worth.filesRewritten() == 0
                        ? ""
                        : "estimated to take %s".formatted(FleetText.minutes(fleet.estimate()))));
        tiles.append(tile(
                FleetText.grouped(worth.requestsSavedPerScan()),
                "requests saved by each full scan",
                "%d for each file".formatted(Worth.REQUESTS_A_FILE)));
        tiles.append(worth.clutter()
                .map(clutter -> tile(
                        clutter.eligibleBytes().toString(),
                        "may be removed",
                        "%s in all are no longer referred to".formatted(clutter.bytes())))
                .orElseGet(() -> tile("–", "may be removed", "not listed: --listing does it")));
        fleet.savedPerMonth(worth)
                .ifPresent(saved -> tiles.append(tile(
                        money(saved),
                        money("saved a month"),
                        "costs %s once".formatted(money(fleet.cost(worth).orElseThrow())))));
        return tiles.toString();
    }

    private static String tile(String value, String name, String more) {
        return "<div class=\"tile\"><b>%s</b><span>%s</span><small>%s</small></div>"
                .formatted(Html.text(value), Html.text(name), Html.text(more));
    }

    /**
     * One column of the table.
     *
     * @param shown what a person reads
     * @param key what it is sorted by; empty: not known, which comes last
     */
    private record Column(
            String name, boolean isNumber, Function<FleetRow, String> shown, Function<FleetRow, String> key) {}

    private List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("Table", false, FleetPage::nameAndWhy, row -> row.place()));
        columns.add(new Column(
                "Verdict",
                false,
                row -> "<span class=\"badge %s\">%s</span>".formatted(kind(row), Html.breaking(row.verdict(), '_')),
                FleetRow::verdict));
        columns.add(number("Files", FleetRow.Figures::files, f -> FleetText.grouped(f.files())));
        columns.add(number("Small", FleetRow.Figures::smallFiles, f -> FleetText.grouped(f.smallFiles())));
        columns.add(number("Ratio", FleetRow.Figures::smallRatio, f -> Sentences.percent(f.smallRatio())));
        columns.add(bytes("Size", FleetRow.Figures::size));
        columns.add(bytes("To rewrite", f -> f.worth().bytesRewritten()));
        columns.add(number(
                "Files saved",
                f -> f.worth().filesSaved(),
                f -> FleetText.grouped(f.worth().filesSaved())));
        if (fleet.worth().clutter().isPresent()) {
            columns.add(bytes("May be removed", f -> f.worth().reclaimable()));
        }
        columns.add(number(
                "Estimate",
                f -> fleet.terms().throughput().estimate(f.worth()).toMillis(),
                f -> Html.text(FleetText.minutes(fleet.terms().throughput().estimate(f.worth())))));
        if (fleet.terms().prices().isPresent()) {
            columns.add(number(
                    money("Saved a month"),
                    f -> fleet.savedPerMonth(f.worth()).orElseThrow(),
                    f -> money(fleet.savedPerMonth(f.worth()).orElseThrow())));
        }
        columns.add(new Column(
                "Age",
                true,
                row -> fleet.age(row).map(FleetText::age).orElse(""),
                row -> fleet.age(row)
                        .map(Duration::toSeconds)
                        .map(String::valueOf)
                        .orElse("")));
        return columns;
    }

    private static Column number(
            String name, Function<FleetRow.Figures, Number> key, Function<FleetRow.Figures, String> shown) {
        return new Column(
                name,
                true,
                row -> row.figures().map(shown).orElse(""),
                row -> row.figures().map(key).map(String::valueOf).orElse(""));
    }

    private static Column bytes(String name, Function<FleetRow.Figures, Bytes> bytes) {
        return number(
                name,
                f -> bytes.apply(f).count(),
                f -> bytes.apply(f).count() == 0 ? "" : bytes.apply(f).toString());
    }

    private String table() {
        List<Column> columns = columns();
        StringBuilder table = new StringBuilder("""
                <section class="rows"><div class="tools"><input type="search" id="search" placeholder="Search" \
                aria-label="Search the tables"><span class="group" role="group" aria-label="Which tables">\
                <button type="button" data-show="" aria-pressed="true">All</button>\
                <button type="button" data-show="due" aria-pressed="false">Due</button>\
                <button type="button" data-show="unread" aria-pressed="false">Cannot be read</button></span>\
                <output id="count"></output></div>
                <div class="scroll"><table><thead><tr>""");
        for (Column column : columns) {
            table.append("<th scope=\"col\"%s><button type=\"button\">%s</button></th>"
                    .formatted(column.isNumber() ? " class=\"number\"" : "", Html.text(column.name())));
        }
        table.append("</tr></thead><tbody>\n");
        for (FleetRow row : fleet.rows()) {
            table.append("<tr data-kind=\"%s\">".formatted(row.isDue() ? "due" : row.isRead() ? "fine" : "unread"));
            for (Column column : columns) {
                table.append("<td%s data-key=\"%s\">%s</td>"
                        .formatted(
                                column.isNumber() ? " class=\"number\"" : "",
                                Html.text(column.key().apply(row)),
                                column.shown().apply(row)));
            }
            table.append("</tr>\n");
        }
        return table.append("</tbody></table></div></section>").toString();
    }

    private static String nameAndWhy(FleetRow row) {
        return "%s<small>%s</small>".formatted(Html.breaking(row.place(), '/'), Html.text(row.why()));
    }

    private static String kind(FleetRow row) {
        return row.figures()
                .map(f -> f.verdict().name().toLowerCase(Locale.ROOT))
                .orElse("unread");
    }

    private String foot() {
        StringBuilder foot = new StringBuilder();
        goOn.ifPresent(command -> foot.append(
                "<p>To see the exact steps for the first table; nothing is changed by it:</p><pre>sluice %s</pre>"
                        .formatted(Html.text(command))));
        foot.append("<p>Time is estimated at %s, not measured."
                .formatted(Html.text(fleet.terms().throughput().toString())));
        fleet.terms()
                .prices()
                .ifPresent(prices -> foot.append(
                        " A month's saving is the storage of what may be removed, and %d requests for each file saved at every full scan (scans-per-day: %s)."
                                .formatted(
                                        Worth.REQUESTS_A_FILE,
                                        Html.text(prices.scansPerDay().toPlainString()))));
        return foot.append(" Bytes of object stores are logical: old versions of files may be kept there.</p>")
                .toString();
    }

    private String money(String name) {
        return fleet.terms().prices().map(prices -> prices.named(name)).orElse(name);
    }

    private static String money(BigDecimal amount) {
        return amount.setScale(2, RoundingMode.HALF_UP).toPlainString();
    }

    private static String hash(String content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(FleetPage.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
