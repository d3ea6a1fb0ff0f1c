/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An amount of data. MB means MiB (1024²) everywhere in the product. */
public record Bytes(@JsonValue long count) implements Comparable<Bytes> {

    public static final Bytes ZERO = new Bytes(0);

    private static final long UNIT = 1024;

    /** From here on one decimal would show 1024.0, which is one of the next unit. */
    private static final double ROUNDS_UP_TO_A_UNIT = UNIT - 0.05;

    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final Pattern TEXT =
            Pattern.compile("\\s*(\\d+(?:\\.\\d+)?)\\s*(B|[KMGTP](?:i?B)?|)\\s*", Pattern.CASE_INSENSITIVE);

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Bytes {
        if (count < 0) {
            throw new IllegalArgumentException("An amount of data cannot be negative: " + count);
        }
    }

    public static Bytes of(long count) {
        return new Bytes(count);
    }

    public static Bytes ofKibibytes(long count) {
        return new Bytes(Math.multiplyExact(count, UNIT));
    }

    public static Bytes ofMebibytes(long count) {
        return new Bytes(Math.multiplyExact(count, UNIT * UNIT));
    }

    public static Bytes ofGibibytes(long count) {
        return new Bytes(Math.multiplyExact(count, UNIT * UNIT * UNIT));
    }

    /**
     * Reads {@code 128MB}, {@code 20 GiB} or {@code 512}; a bare number counts in {@code bareUnit}.
     *
     * @throws IllegalArgumentException if the text is no amount of data
     */
    public static Bytes parse(String text, Bytes bareUnit) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is not a size; write it like 128MB");
        }
        String unit = matcher.group(2).toUpperCase(Locale.ROOT);
        BigDecimal count = new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(unit.isEmpty() ? bareUnit.count : unit(unit)))
                .setScale(0, RoundingMode.HALF_UP);
        if (count.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("\"" + text + "\" is too large for a size");
        }
        return new Bytes(count.longValueExact());
    }

    /** The bytes in a unit that is named by its letters: {@code B}, {@code M}, {@code MB} or {@code MIB}. */
    private static long unit(String letters) {
        int power = "BKMGTP".indexOf(letters.charAt(0));
        return 1L << (10 * power);
    }

    public Bytes plus(Bytes other) {
        return new Bytes(Math.addExact(count, other.count));
    }

    public boolean isSmallerThan(Bytes other) {
        return count < other.count;
    }

    /** In MiB, unrounded. */
    public double mebibytes() {
        return count / (double) (UNIT * UNIT);
    }

    @Override
    public int compareTo(Bytes other) {
        return Long.compare(count, other.count);
    }

    /** For people: {@code 128.0 MiB}. */
    @Override
    public String toString() {
        if (count < UNIT) {
            return count + " B";
        }
        double value = count;
        int unit = 0;
        while (value >= ROUNDS_UP_TO_A_UNIT && unit < UNITS.length - 1) {
            value /= UNIT;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
