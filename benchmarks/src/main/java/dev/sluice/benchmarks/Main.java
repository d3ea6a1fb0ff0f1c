/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** The benchmarks' entrance: {@code NAME... [--quick] [--json]}. Results go to standard output, progress to standard error. */
public final class Main {

    private static final List<String> NAMES =
            List.of(CompactionBenchmark.NAME, ObjectStoreBenchmark.NAME, AssessBenchmark.NAME);
    private static final List<String> OPTIONS = List.of("--quick", "--json");
    private static final OperatingSystemMXBean SYSTEM = ManagementFactory.getOperatingSystemMXBean();

    private Main() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        List<String> given = List.of(arguments);
        List<String> names =
                given.stream().filter(word -> !word.startsWith("--")).toList();
        boolean known = given.stream().filter(word -> word.startsWith("--")).allMatch(OPTIONS::contains);
        if (!known || !NAMES.containsAll(names)) {
            System.err.println("Usage: bench [compaction|object-store|assess] [--quick] [--json]");
            System.exit(64);
        }
        Locale.setDefault(Locale.ROOT);
        boolean json = given.contains("--json");
        double loadBefore = SYSTEM.getSystemLoadAverage();
        for (String name : names.isEmpty() ? NAMES : names) {
            Results results = run(name, given.contains("--quick"));
            if (json) {
                System.out.println(results.json());
            } else {
                System.out.println(circumstances(loadBefore));
                System.out.println();
                System.out.println(results.tables());
            }
        }
        System.exit(0); // a server's threads may still be there
    }

    private static Results run(String name, boolean quick) throws IOException, SQLException {
        Path folder = Path.of(System.getProperty("sluice.folder")).toAbsolutePath();
        PrintStream progress = System.err;
        if (name.equals(CompactionBenchmark.NAME)) {
            return new CompactionBenchmark(quick, folder, progress).run();
        }
        if (name.equals(AssessBenchmark.NAME)) {
            return new AssessBenchmark(quick, folder, progress).run();
        }
        try (ObjectStoreBenchmark benchmark = new ObjectStoreBenchmark(quick, folder, progress)) {
            return benchmark.run();
        }
    }

    private static String circumstances(double loadBefore) {
        return "- machine: %s %s, %d processors, Java %s, heap %d MiB%n- load average: %.1f before, %.1f after"
                .formatted(
                        SYSTEM.getName(),
                        SYSTEM.getArch(),
                        SYSTEM.getAvailableProcessors(),
                        Runtime.version(),
                        Runtime.getRuntime().maxMemory() >> 20,
                        loadBefore,
                        SYSTEM.getSystemLoadAverage());
    }
}
