/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.page.FleetPage;
import dev.sluice.app.voice.FleetProgress;
import dev.sluice.app.voice.FleetText;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fleet.FleetCsv;
import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.fleet.Prices;
import dev.sluice.core.fleet.Ranking;
import dev.sluice.core.fleet.Terms;
import dev.sluice.core.fleet.Throughput;
import dev.sluice.core.store.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at many tables at once and changes none of them. */
@Command(
        name = "fleet",
        description = {
            "Look at many tables: which one first, and what it is worth. Reads, and writes nothing to any table.",
            "Each table is judged and planned as `sluice plan` does it; one that cannot be read is one row. The exit code",
            "is the worst of all."
        })
final class FleetCommand implements Callable<Integer> {

    private static final String STANDARD_OUTPUT = "-";

    @Parameters(
            arity = "0..*",
            paramLabel = "PATTERN",
            description =
                    "Patterns, tables, or folders, which stand for all tables below them; or gates of the configuration,"
                            + " each table judged by its gate. Default: all configured gates.")
    List<String> patterns = new ArrayList<>();

    @Option(
            names = "--exclude",
            paramLabel = "PATTERN",
            description = "Leave out the tables that match, and those below. May be repeated.")
    List<String> excluded = new ArrayList<>();

    @Option(
            names = "--listing",
            description =
                    "Also list what lies about below each table: bytes that may be removed. Takes a request for every thousand"
                            + " files; without it they are not known, unless vacuum_mode is APPLY.")
    boolean listing;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description =
                    "Rank by what is saved or how it is: ${COMPLETION-CANDIDATES}. Default: money where a price is set, else"
                            + " files.")
    @Nullable
    Ranking by;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "40",
            description = "How many tables to show; 0 shows all. Files always hold all. Default: ${DEFAULT-VALUE}.")
    int top;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write all tables as comma-separated values; - writes them to standard output, alone.")
    @Nullable
    String csv;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with plots and a table to sort, in one file that opens without a network.")
    @Nullable
    String html;

    @Option(
            names = "--price",
            paramLabel = "KEY=VALUE",
            description =
                    "What you pay, for example storage-gib-month=0.023; also reads-per-thousand, writes-per-thousand,"
                            + " lists-per-thousand, compute-minute, and scans-per-day, how often a table is read. Goes before"
                            + " the configuration. May be repeated.")
    Map<String, String> prices = new LinkedHashMap<>();

    @Option(
            names = "--throughput",
            paramLabel = "SIZE",
            description =
                    "How much a compaction is taken to rewrite in a second, to estimate minutes with. Default: 10MiB.")
    @Nullable
    String throughput;

    @Option(
            names = "--at-once",
            paramLabel = "N",
            description = "How many tables to look at at a time. Default: two for each processor, at least 4.")
    int atOnce = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());

    @Mixin
    PolicyOptions wishes = new PolicyOptions();

    private final Sluice sluice;

    FleetCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        boolean onlyCsv = STANDARD_OUTPUT.equals(csv);
        if (onlyCsv && sluice.json) {
            throw new GateException(Fault.USAGE, "--csv", "Standard output holds either CSV or JSON.");
        }
        try (Session session = sluice.open()) {
            Optional<OutputFile> csvFile =
                    Optional.ofNullable(csv).filter(name -> !onlyCsv).map(output(session, "CSV"));
            Optional<OutputFile> page = Optional.ofNullable(html).map(output(session, "page"));
            Terms terms = terms(session.config().prices());
            Estate estate = estate(session);
            FleetReport fleet = survey(estate, session, terms);
            Optional<String> next = goOn(fleet, estate);
            csvFile.ifPresent(file -> file.write(FleetCsv.of(fleet)));
            page.ifPresent(file -> file.write(FleetPage.of(fleet, next)));
            if (onlyCsv) {
                session.around().out().print(FleetCsv.of(fleet));
            } else {
                List<Path> written = Stream.of(csvFile, page)
                        .flatMap(Optional::stream)
                        .map(OutputFile::path)
                        .toList();
                int shown = top <= 0 ? Integer.MAX_VALUE : top;
                session.voice()
                        .surveyed(fleet, new FleetText.View(session.around().columns(), shown, written, next));
            }
            return worst(fleet);
        }
    }

    private Estate estate(Session session) {
        return patterns.isEmpty()
                ? Estate.ofGates(excluded, wishes, session)
                : Estate.of(patterns, excluded, wishes, session);
    }

    private static FleetReport survey(Estate estate, Session session, Terms terms) {
        FleetProgress progress = new FleetProgress(
                session.around().err(),
                session.around().drawsHere(),
                session.around().clock());
        FleetReport fleet = session.fleet().survey(estate.asked(), estate.found(), estate.policies(), terms, progress);
        progress.ends();
        if (fleet.rows().isEmpty()) {
            throw TableArguments.nothingFound(String.join(" ", estate.asked()), estate.asked(), session.addresses());
        }
        return fleet;
    }

    private Terms terms(Optional<dev.sluice.app.config.Prices> configured) {
        Map<String, String> paid = new LinkedHashMap<>();
        configured.ifPresent(known -> {
            paid.put("storage-gib-month", known.storage().toPlainString());
            paid.put("reads-per-thousand", known.reads().toPlainString());
            paid.put("lists-per-thousand", known.lists().toPlainString());
            paid.put("writes-per-thousand", known.writes().toPlainString());
        });
        paid.putAll(prices);
        String currency = configured.map(p -> p.currency()).orElse("");
        Optional<Prices> known =
                paid.isEmpty() ? Optional.empty() : Optional.of(Prices.of(paid).in(currency));
        Ranking ranking = by != null ? by : known.isPresent() ? Ranking.MONEY : Ranking.FILES;
        if (ranking == Ranking.MONEY && known.isEmpty()) {
            throw new GateException(Fault.USAGE, "--by", "Without a --price there is no money to rank by.");
        }
        if (atOnce < 1) {
            throw new GateException(Fault.USAGE, "--at-once", "%d is no number of tables.".formatted(atOnce));
        }
        return new Terms(listing, atOnce, ranking, stated(), known);
    }

    private Throughput stated() {
        if (throughput == null) {
            return Throughput.STATED;
        }
        try {
            return new Throughput(Bytes.parse(throughput, Bytes.ofMebibytes(1)), Throughput.STATED.perFile());
        } catch (IllegalArgumentException e) {
            throw new GateException(Fault.USAGE, "--throughput", e.getMessage() + ".", e);
        }
    }

    private static Function<String, OutputFile> output(Session session, String content) {
        return name -> OutputFile.at(session.around().path(name), content);
    }

    /** The command that shows the exact steps for the first table of which there are any; empty where there are none. */
    private static Optional<String> goOn(FleetReport fleet, Estate estate) {
        return fleet.rows().stream()
                .filter(row -> row.worth().commits() > 0)
                .findFirst()
                .map(row -> {
                    List<String> words = new ArrayList<>(List.of("plan", row.place()));
                    words.addAll(estate.options().apply(row.table().orElseThrow()));
                    return ShellWords.of(words);
                });
    }

    private static int worst(FleetReport fleet) {
        return fleet.rows().stream()
                .filter(row -> !row.isRead())
                .flatMap(row -> row.trouble().stream())
                .mapToInt(trouble -> trouble.fault().exitCode())
                .max()
                .orElse(Exit.WORKED);
    }
}
