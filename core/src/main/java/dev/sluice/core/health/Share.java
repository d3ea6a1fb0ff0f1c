/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** A part of a whole. It compares exactly and is rounded only in its text; a part of nothing is a share of zero. */
public record Share(long part, long whole) {

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /** From 0 to 1. */
    public double ratio() {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** From 0 to 100. */
    public double percent() {
        return whole == 0 ? 0 : 100.0 * part / whole;
    }

    /** True if the share is at least a ratio, without the error that a division would bring in. */
    public boolean reaches(double ratio) {
        return reaches(BigDecimal.valueOf(ratio));
    }

    /** True if the share is at least so many percent. */
    public boolean reachesPercent(double percent) {
        return reaches(BigDecimal.valueOf(percent).divide(HUNDRED));
    }

    private boolean reaches(BigDecimal ratio) {
        return whole == 0
                ? ratio.signum() <= 0
                : BigDecimal.valueOf(part).compareTo(ratio.multiply(BigDecimal.valueOf(whole))) >= 0;
    }

    /** For people: a percentage with one decimal where it needs one, {@code 90%} or {@code 66.7%}. */
    @Override
    public String toString() {
        BigDecimal percent = whole == 0
                ? BigDecimal.ZERO
                : BigDecimal.valueOf(part)
                        .multiply(HUNDRED)
                        .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP)
                        .stripTrailingZeros();
        return percent.toPlainString() + "%";
    }
}
