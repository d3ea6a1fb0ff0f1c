/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Lets contenders do the same work in turns: one warm-up each, then the same number of runs that count. */
final class Race {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Duck judge;
    private final Path folder;
    private final int rounds;

    Race(Duck judge, Path folder, int rounds) {
        this.judge = judge;
        this.folder = folder;
        this.rounds = rounds;
    }

    /**
     * @return in the order of the contenders
     * @throws IllegalStateException if somebody wrote other rows than the inputs hold: then no figure means anything
     */
    List<Timing> run(List<Path> inputs, List<Contender> contenders) throws IOException, SQLException {
        Duck.Content expected = judge.content(inputs);
        List<Lane> lanes = new ArrayList<>();
        for (Contender contender : contenders) {
            run(contender, inputs);
            List<Path> outputs = outputs();
            Duck.Content written = judge.content(outputs);
            if (!written.equals(expected)) {
                throw new IllegalStateException(
                        "%s wrote %s where the inputs hold %s.".formatted(contender.name(), written, expected));
            }
            lanes.add(new Lane(contender, size(outputs), new ArrayList<>()));
        }
        // Nobody runs always behind the same one.
        List<Lane> order = new ArrayList<>(lanes);
        for (int round = 0; round < rounds; round++) {
            for (Lane lane : order) {
                lane.runs().add(run(lane.contender(), inputs));
            }
            Collections.rotate(order, 1);
        }
        return lanes.stream()
                .map(lane -> new Timing(lane.contender().name(), lane.runs(), lane.outputBytes()))
                .toList();
    }

    private Timing.Run run(Contender contender, List<Path> inputs) throws IOException, SQLException {
        Files.createDirectories(folder);
        for (Path old : outputs()) {
            Files.delete(old);
        }
        // Otherwise one contender's garbage is collected in another's time.
        System.gc();
        long cpu = SYSTEM.getProcessCpuTime();
        long wall = System.nanoTime();
        contender.compact(inputs, folder);
        return new Timing.Run((System.nanoTime() - wall) / 1e9, (SYSTEM.getProcessCpuTime() - cpu) / 1e9);
    }

    private List<Path> outputs() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static long size(List<Path> files) throws IOException {
        long size = 0;
        for (Path file : files) {
            size += Files.size(file);
        }
        return size;
    }

    /** One contender's part of the race. */
    private record Lane(Contender contender, long outputBytes, List<Timing.Run> runs) {}
}
