/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * The name of a run: the second it started at and some random digits, so that runs sort by time and two started in one
 * second differ. Safe in file names.
 */
public record RunId(String text) {

    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    public static RunId next(Clock clock, RandomGenerator random) {
        return new RunId("%s-%06x".formatted(SECOND.format(clock.instant()), random.nextInt(1 << 24)));
    }

    @Override
    public String toString() {
        return text;
    }
}
