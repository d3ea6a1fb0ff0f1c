/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import java.util.Arrays;

/**
 * The way from the root of a schema down to a place in it, as the definition level from which each station is there:
 * fields, and the slots of lists and maps. How many stations of the way are there is the same in every layout of the
 * same thing, be its fields optional or required and its lists written in two levels or three.
 */
final class Depths {

    static final Depths ROOT = new Depths(new int[] {0});

    private final int[] levels;
    private final int[] depths;

    private Depths(int[] levels) {
        this.levels = levels;
        this.depths = new int[levels[levels.length - 1] + 1];
        for (int level = 0; level < depths.length; level++) {
            depths[level] = reached(level);
        }
    }

    Depths down(int level) {
        int[] longer = Arrays.copyOf(levels, levels.length + 1);
        longer[levels.length] = level;
        return new Depths(longer);
    }

    /** The station that is reached if all of it is there. */
    int whole() {
        return levels.length - 1;
    }

    /** The definition level from which all of it is there. */
    int level() {
        return depths.length - 1;
    }

    /** The last station that is there at a definition level; further levels belong to what lies below. */
    int at(int level) {
        return level < depths.length ? depths[level] : levels.length - 1;
    }

    private int reached(int level) {
        int station = levels.length - 1;
        while (levels[station] > level) {
            station--;
        }
        return station;
    }
}
