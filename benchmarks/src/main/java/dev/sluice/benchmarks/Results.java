/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a benchmark found, as a list for machines or as tables in Markdown for people. */
final class Results {

    private final List<Figure> figures = new ArrayList<>();
    private final List<String> runs = new ArrayList<>();

    void ran(Shape shape, Timing timing) {
        runs.add("| %s | %s | %d | %s | %s | %.1f MB |"
                .formatted(
                        shape,
                        timing.contender(),
                        timing.runs().size(),
                        timing.wall(),
                        timing.cpu(),
                        timing.outputBytes() / 1e6));
    }

    void add(Figure figure) {
        figures.add(figure);
    }

    String json() throws JsonProcessingException {
        return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(figures);
    }

    String tables() {
        List<String> lines = new ArrayList<>();
        lines.add("| shape | measure | Sluice | peer | peer's | ratio | target | met |");
        lines.add("| --- | --- | ---: | --- | ---: | ---: | ---: | --- |");
        figures.forEach(figure -> lines.add(row(figure)));
        if (runs.isEmpty()) {
            return String.join("\n", lines);
        }
        lines.add("");
        lines.add("Medians, and the least and the most in brackets:");
        lines.add("");
        lines.add("| shape | who | runs | wall seconds | CPU seconds | output |");
        lines.add("| --- | --- | ---: | ---: | ---: | ---: |");
        lines.addAll(runs);
        return String.join("\n", lines);
    }

    private static String row(Figure figure) {
        boolean bytes = figure.measure().endsWith("bytes");
        String value = bytes ? "%,.0f" : "%.2f";
        String met = figure.met() == null ? "" : figure.met() ? "yes" : "no";
        String target = figure.target() == null ? "" : String.format(Locale.ROOT, "%.2f", figure.target());
        return String.format(
                Locale.ROOT,
                "| %s | %s | " + value + " | %s | " + value + " | %.2f | %s | %s |",
                figure.shape(),
                figure.measure(),
                figure.sluice(),
                figure.peer(),
                figure.peerValue(),
                figure.ratio(),
                target,
                met);
    }
}
