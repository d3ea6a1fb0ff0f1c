/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What all runs of one contender took, and how large its output is. */
record Timing(String contender, List<Run> runs, long outputBytes) {

    Timing {
        runs = List.copyOf(runs);
    }

    Spread wall() {
        return spread(Run::wallSeconds);
    }

    Spread cpu() {
        return spread(Run::cpuSeconds);
    }

    private Spread spread(ToDoubleFunction<Run> value) {
        return Spread.of(runs.stream().mapToDouble(value).toArray());
    }

    /** One run: the clock on the wall, and the processors' time of all threads of this process. */
    record Run(double wallSeconds, double cpuSeconds) {}

    /** The middle of some figures, and how far they lie apart. */
    record Spread(double least, double median, double most) {

        static Spread of(double... values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            int middle = sorted.length / 2;
            double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
            return new Spread(sorted[0], median, sorted[sorted.length - 1]);
        }

        @Override
        public String toString() {
            return "%.2f (%.2f to %.2f)".formatted(median, least, most);
        }
    }
}
