/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the text of an input is read.
 *
 * @param <T> what it is once it was read
 */
@FunctionalInterface
public interface Reading<T> {

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException with the rest of a sentence that begins "it is ...; ", without a full stop
     */
    T read(String text);

    /** A size with a unit, at least one byte. */
    static Reading<Bytes> size() {
        return text -> {
            if (isNumber(text)) {
                throw new IllegalArgumentException("it needs a unit, like 32MB");
            }
            return parsed(text, Bytes.of(1));
        };
    }

    /** A size with a unit, or a whole number that counts in {@code bareUnit}. */
    static Reading<Bytes> sizeIn(Bytes bareUnit) {
        return text -> {
            if (isNumber(text) && !isWhole(text)) {
                throw new IllegalArgumentException("it must be a whole number or carry a unit, like 512KB");
            }
            return parsed(text, bareUnit);
        };
    }

    private static Bytes parsed(String text, Bytes bareUnit) {
        Bytes size;
        try {
            size = Bytes.parse(text, bareUnit);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("it must be a size, like 32MB", e);
        }
        if (size.equals(Bytes.ZERO)) {
            throw new IllegalArgumentException("it must be at least 1");
        }
        return size;
    }

    /** A whole number of at least one. */
    static Reading<Long> count() {
        return text -> {
            if (!isWhole(text) || text.trim().length() > 18) {
                throw new IllegalArgumentException("it must be a whole number");
            }
            long count = Long.parseLong(text.trim());
            if (count < 1) {
                throw new IllegalArgumentException("it must be at least 1");
            }
            return count;
        };
    }

    /** A ratio from 0 to 1. */
    static Reading<Double> ratioOrZero() {
        return between(BigDecimal.ONE, true, "a number from 0 to 1, like 0.5");
    }

    /** A ratio above 0 and up to 1. */
    static Reading<Double> ratio() {
        return between(BigDecimal.ONE, false, "a number above 0 and up to 1, like 0.35");
    }

    /** A percentage above 0 and up to 100, with or without its sign. */
    static Reading<Double> percent() {
        Reading<Double> number = between(BigDecimal.valueOf(100), false, "a number above 0 and up to 100, like 15");
        return text -> number.read(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
    }

    private static Reading<Double> between(BigDecimal max, boolean zeroAllowed, String what) {
        return text -> {
            if (!isNumber(text)) {
                throw new IllegalArgumentException("it must be " + what);
            }
            BigDecimal number = new BigDecimal(text.trim());
            if (number.compareTo(max) > 0 || (number.signum() == 0 && !zeroAllowed)) {
                throw new IllegalArgumentException("it must be " + what);
            }
            return number.doubleValue();
        };
    }

    /** A time that files are kept for, never below its floor, with a unit. */
    static Reading<Retention> retention() {
        return text -> retention(duration(text, "it needs a unit, like 7d or 168h", Duration.ZERO));
    }

    /** A time that files are kept for, with a unit or as a whole number that counts in {@code bareUnit}. */
    static Reading<Retention> retentionIn(Duration bareUnit) {
        return text -> retention(duration(text, "", bareUnit));
    }

    private static Retention retention(Duration keepFor) {
        if (keepFor.compareTo(Retention.FLOOR) < 0) {
            throw new IllegalArgumentException(
                    "it must be at least %d h, since readers and writers that are still running would lose files"
                            .formatted(Retention.FLOOR.toHours()));
        }
        return new Retention(keepFor);
    }

    /** A length of time with a unit. */
    static Reading<Duration> durationOfAtLeast(Duration least) {
        return text -> {
            Duration duration = duration(text, "it needs a unit, like 30m or 2h", Duration.ZERO);
            if (duration.compareTo(least) < 0) {
                throw new IllegalArgumentException("it must be at least " + inWords(least));
            }
            return duration;
        };
    }

    private static String inWords(Duration least) {
        if (least.toHours() > 0) {
            return least.toHours() + " h";
        }
        return least.toMinutes() + " min";
    }

    /** A length of time of at least one unit, with a unit or as a whole number that counts in {@code bareUnit}. */
    static Reading<Duration> durationIn(Duration bareUnit) {
        return text -> {
            Duration duration = duration(text, "", bareUnit);
            if (duration.compareTo(bareUnit) < 0) {
                throw new IllegalArgumentException("it must be at least 1");
            }
            return duration;
        };
    }

    private static Duration duration(String text, String unitMissing, Duration bareUnit) {
        Matcher matcher = Pattern.compile("\\s*(\\d{1,9})\\s*([dhms]?)\\s*", Pattern.CASE_INSENSITIVE)
                .matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("it must be a length of time, like 7d or 168h");
        }
        String unit = matcher.group(2).toLowerCase(Locale.ROOT);
        if (unit.isEmpty() && !unitMissing.isEmpty()) {
            throw new IllegalArgumentException(unitMissing);
        }
        Duration one = switch (unit) {
            case "d" -> Duration.ofDays(1);
            case "h" -> Duration.ofHours(1);
            case "m" -> Duration.ofMinutes(1);
            case "s" -> Duration.ofSeconds(1);
            default -> bareUnit;
        };
        return one.multipliedBy(Long.parseLong(matcher.group(1)));
    }

    /** {@code true} or {@code false}. */
    static Reading<Boolean> yesOrNo() {
        return oneOf(Map.of("true", true, "false", false), "true or false");
    }

    /**
     * One of a few words, in any case, with {@code -} or {@code _}.
     *
     * @param words in lower case with {@code -}
     * @param listed the words as a refusal lists them
     */
    static <T> Reading<T> oneOf(Map<String, T> words, String listed) {
        return text -> {
            T chosen = words.get(text.trim().toLowerCase(Locale.ROOT).replace('_', '-'));
            if (chosen == null) {
                throw new IllegalArgumentException("it must be " + listed);
            }
            return chosen;
        };
    }

    private static boolean isNumber(String text) {
        return text.trim().matches("\\d{1,18}(\\.\\d{1,18})?|\\.\\d{1,18}");
    }

    private static boolean isWhole(String text) {
        return text.trim().matches("\\d+");
    }
}
