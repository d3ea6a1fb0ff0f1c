/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;

/**
 * The cases that a test tries of many: all of them with {@code -Dsluice.full=true}, else a random sample, which
 * {@code -Dsluice.seed} repeats.
 *
 * @param seed goes into the name or the message of whatever may fail
 */
public record Sample(long seed) {

    public static Sample seeded() {
        String given = System.getProperty("sluice.seed", "");
        return new Sample(
                given.isEmpty() ? ThreadLocalRandom.current().nextLong(1_000_000_000) : Long.parseLong(given));
    }

    public static boolean isFull() {
        return Boolean.getBoolean("sluice.full");
    }

    /** The numbers from 1 to n in order; of them, unless all are asked for, only some. */
    public List<Long> of(long n, int some) {
        List<Long> all = new ArrayList<>(LongStream.rangeClosed(1, n).boxed().toList());
        if (isFull() || n <= some) {
            return all;
        }
        Collections.shuffle(all, random(0));
        return all.subList(0, some).stream().sorted().toList();
    }

    /** Another sample of the same seed: that of one kind where each of several has its own. */
    public Sample another(String kind) {
        return new Sample(random(kind.hashCode()).nextLong());
    }

    /** The chance that is the n-th case's own, so that one case can be repeated without the others. */
    public Random random(long n) {
        return new Random(new SplittableRandom(seed + n).nextLong());
    }
}
