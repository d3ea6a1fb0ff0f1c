/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes on the way down to a place that a file and the output share, each with the definition level at which it is
 * there on either side. From them follows what a level of the file means in the output.
 */
final class Levels {

    /** A level that has no counterpart: a null where the output wants a value. */
    static final int NONE = -1;

    private record Step(int file, int output) {}

    private final List<Step> steps;
    private final int[] absent;

    private Levels(List<Step> steps) {
        this.steps = steps;
        this.absent = absent(steps);
    }

    static Levels root() {
        return new Levels(List.of(new Step(0, 0)));
    }

    Levels down(int file, int output) {
        List<Step> longer = new ArrayList<>(steps);
        longer.add(new Step(file, output));
        return new Levels(List.copyOf(longer));
    }

    /** The file's level from which the place is there. */
    int file() {
        return steps.get(steps.size() - 1).file();
    }

    /** The output's level at which the place is there. */
    int output() {
        return steps.get(steps.size() - 1).output();
    }

    /** The output's level for one of the file's below {@link #file()}, or {@link #NONE}. */
    int absent(int level) {
        return absent[level];
    }

    private static int[] absent(List<Step> steps) {
        int[] levels = new int[steps.get(steps.size() - 1).file()];
        Arrays.fill(levels, NONE);
        for (int level = 0; level < levels.length; level++) {
            int deepest = 0;
            while (steps.get(deepest + 1).file() <= level) {
                deepest++;
            }
            // What comes next is absent, which the output can say only if it may be absent there too.
            if (steps.get(deepest + 1).output() > steps.get(deepest).output()) {
                levels[level] = steps.get(deepest + 1).output() - 1;
            }
        }
        return levels;
    }
}
