/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/**
 * The hours of each day, in UTC, in which work may start. One that ends before it begins goes over midnight.
 *
 * @param from inclusive
 * @param until exclusive
 */
public record Window(LocalTime from, LocalTime until) {

    public Window {
        if (from.equals(until)) {
            throw new IllegalArgumentException("it must not begin and end at the same minute");
        }
    }

    /**
     * Reads {@code 22:00-05:30}.
     *
     * @throws IllegalArgumentException if the text is no window
     */
    public static Window parse(String text) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            throw new IllegalArgumentException("it must be two times of day in UTC, like 22:00-05:30");
        }
        try {
            return new Window(
                    LocalTime.parse(text.substring(0, dash).strip()),
                    LocalTime.parse(text.substring(dash + 1).strip()));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("it must be two times of day in UTC, like 22:00-05:30", e);
        }
    }

    public boolean contains(Instant instant) {
        LocalTime time = instant.atOffset(ZoneOffset.UTC).toLocalTime();
        boolean afterStart = !time.isBefore(from);
        boolean beforeEnd = time.isBefore(until);
        return from.isBefore(until) ? afterStart && beforeEnd : afterStart || beforeEnd;
    }

    @Override
    public String toString() {
        return from + "-" + until;
    }
}
