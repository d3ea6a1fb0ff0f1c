/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.table.Comparison;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * The values that a column of a number, a date or a time can hold: whole ticks between a least and a greatest. What is asked
 * for may lie between two of them, or beyond all.
 *
 * @param digits the decimal places of a tick
 */
record Ticks(Type.TypeID type, int digits, BigDecimal least, BigDecimal greatest) {

    private static final int NANOS_OF_MICRO = 1000;

    /** The ticks of a type; empty for one that has none, such as text. */
    static Optional<Ticks> of(Type type) {
        return switch (type.typeId()) {
            case INTEGER, DATE -> Optional.of(whole(type, Integer.MIN_VALUE, Integer.MAX_VALUE));
            case LONG, TIMESTAMP -> Optional.of(whole(type, Long.MIN_VALUE, Long.MAX_VALUE));
            case DECIMAL -> {
                Types.DecimalType decimal = (Types.DecimalType) type;
                BigDecimal greatest = BigDecimal.TEN
                        .pow(decimal.precision())
                        .subtract(BigDecimal.ONE)
                        .movePointLeft(decimal.scale());
                yield Optional.of(new Ticks(type.typeId(), decimal.scale(), greatest.negate(), greatest));
            }
            default -> Optional.empty();
        };
    }

    private static Ticks whole(Type type, long least, long greatest) {
        return new Ticks(type.typeId(), 0, BigDecimal.valueOf(least), BigDecimal.valueOf(greatest));
    }

    /** A value that a filter names, on this scale: days since 1970 of a date, microseconds of a time. */
    BigDecimal position(Object value) {
        if (value instanceof LocalDate date) {
            return BigDecimal.valueOf(date.toEpochDay());
        }
        if (value instanceof Instant instant) {
            return BigDecimal.valueOf(instant.getEpochSecond())
                    .movePointRight(6)
                    .add(BigDecimal.valueOf(instant.getNano()).divide(BigDecimal.valueOf(NANOS_OF_MICRO)));
        }
        return (BigDecimal) value;
    }

    /** True if all values or none fulfil a comparison with this one, since it lies beyond them. */
    boolean areAllOnOneSideOf(BigDecimal position) {
        return position.compareTo(least) < 0 || position.compareTo(greatest) > 0;
    }

    /** Whether they do. */
    boolean hold(Comparison comparison, BigDecimal position) {
        return comparison.holds(position.compareTo(least) < 0 ? 1 : -1);
    }

    /** The last tick up to a position between the least and the greatest; a tiny fraction is never written out. */
    BigDecimal upTo(BigDecimal position) {
        boolean lessThanATick = position.precision() - position.scale() < -digits;
        return (lessThanATick ? BigDecimal.valueOf(position.signum(), digits + 1) : position)
                .setScale(digits, RoundingMode.FLOOR);
    }

    /** A tick as Iceberg's expressions take it. */
    Object literal(BigDecimal tick) {
        return switch (type) {
            case INTEGER, DATE -> tick.intValueExact();
            case LONG, TIMESTAMP -> tick.longValueExact();
            default -> tick;
        };
    }
}
