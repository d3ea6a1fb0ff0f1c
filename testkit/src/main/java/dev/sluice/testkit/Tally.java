/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What became of many cases, counted by what happened to them and how they ended; part of a report on full counts. */
public final class Tally {

    private final String title;
    private final Map<String, Map<String, Integer>> counts = new TreeMap<>();

    public Tally(String title) {
        this.title = title;
    }

    public synchronized void count(String happened, String ended) {
        counts.computeIfAbsent(happened, row -> new TreeMap<>()).merge(ended, 1, Integer::sum);
    }

    /** How many cases ended in a way, whatever happened to them. */
    public synchronized int ended(String how) {
        return counts.values().stream()
                .mapToInt(row -> row.getOrDefault(how, 0))
                .sum();
    }

    /** Writes the table where {@code ./dev it} collects it: in {@code target/it} of the module under test. */
    public synchronized void write(String name) {
        TreeSet<String> ends = new TreeSet<>();
        counts.values().forEach(row -> ends.addAll(row.keySet()));
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(title);
        lines.add("");
        lines.add("| | " + String.join(" | ", ends) + " |");
        lines.add("| --- |" + " ---: |".repeat(ends.size()));
        counts.forEach((happened, row) -> {
            StringBuilder line = new StringBuilder("| ").append(happened).append(" |");
            ends.forEach(
                    end -> line.append(' ').append(row.getOrDefault(end, 0)).append(" |"));
            lines.add(line.toString());
        });
        Path file = Path.of("target", "it", name + ".md");
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
