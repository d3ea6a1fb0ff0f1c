/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compaction of many files into one against DuckDB, both warm in this process, of the same files and in turns. */
final class CompactionBenchmark {

    static final String NAME = "compaction";

    private final boolean quick;
    private final Path folder;
    private final PrintStream progress;

    CompactionBenchmark(boolean quick, Path folder, PrintStream progress) {
        this.quick = quick;
        this.folder = folder;
        this.progress = progress;
    }

    Results run() throws IOException, SQLException {
        Results results = new Results();
        race(Shape.events(quick), new Targets(0.2, 0.25, 1.0, 1.0), results);
        race(Shape.tiny(quick), new Targets(0.5, null, 1.0, null), results);
        return results;
    }

    private void race(Shape shape, Targets targets, Results results) throws IOException, SQLException {
        progress.println(shape + ": writing what is missing of it ...");
        List<Path> inputs = shape.filesBelow(folder.resolve("data"));
        progress.println(shape + ": compacting ...");
        try (Duck duck = new Duck()) {
            List<Contender> contenders = List.of(new SluiceContender(false), new SluiceContender(true), duck);
            Race race = new Race(duck, folder.resolve("output"), quick ? 3 : 5);
            List<Timing> timings = race.run(inputs, contenders);
            timings.forEach(timing -> results.ran(shape, timing));

            Timing plain = timings.get(0);
            Timing checked = timings.get(1);
            Timing peer = timings.get(2);
            Comparison comparison = new Comparison(shape, duck.name(), results);
            comparison.add("wall seconds", plain.wall().median(), peer.wall().median(), targets.wall());
            comparison.add("CPU seconds", plain.cpu().median(), peer.cpu().median(), targets.cpu());
            comparison.add("output bytes", (double) plain.outputBytes(), (double) peer.outputBytes(), targets.size());
            comparison.add(
                    "wall seconds, content checked",
                    checked.wall().median(),
                    peer.wall().median(),
                    targets.checkedWall());
            comparison.add(
                    "CPU seconds, content checked",
                    checked.cpu().median(),
                    peer.cpu().median(),
                    null);
        }
    }

    /** The largest ratios that are targets; null where there is none. */
    private record Targets(
            @Nullable Double wall,
            @Nullable Double cpu,
            @Nullable Double size,
            @Nullable Double checkedWall) {}

    /** Figures of one shape against one peer. */
    private record Comparison(Shape shape, String peer, Results results) {

        void add(String measure, double sluice, double peerValue, @Nullable Double target) {
            results.add(Figure.of(NAME, shape.name(), measure, peer, sluice, peerValue, target));
        }
    }
}
