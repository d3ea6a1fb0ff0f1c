/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.table.PartitionColumn;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How the values of one kind of partition column are read and compared.
 *
 * @param <T> what a value is once it was read
 */
abstract sealed class ColumnType<T> {

    private final Class<T> valueClass;

    ColumnType(Class<T> valueClass) {
        this.valueClass = valueClass;
    }

    /** A value that was read, as such. */
    T cast(Object value) {
        return valueClass.cast(value);
    }

    /** What a reading gives; empty where it says that there is nothing of the kind to read. */
    static <R> Optional<R> reading(Supplier<R> reading) {
        try {
            return Optional.of(reading.get());
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    static ColumnType<?> of(PartitionColumn.Kind kind) {
        return switch (kind) {
            case TEXT -> new TextType();
            case NUMBER -> new NumberType();
            case DATE -> new DateType();
            case TIMESTAMP -> new TimestampType();
            case BOOLEAN -> new BooleanType();
        };
    }

    /** What such a column holds, for a refusal. */
    abstract String holds();

    /** How a value for it is written, for a refusal. */
    abstract String hint();

    /**
     * Reads a partition's value.
     *
     * @throws IllegalArgumentException or {@link java.time.DateTimeException} if the text is no such value
     */
    abstract T read(String text);

    /** What a literal means for such a column; empty or an exception as of {@link #read} where it does not fit. */
    abstract Optional<T> meaning(Literal literal, Instant now);

    abstract Comparator<T> order();

    /** True if an empty text stands for null: metadata writes null so for all that is not text. */
    boolean emptyIsNull() {
        return true;
    }

    private static final class TextType extends ColumnType<String> {

        TextType() {
            super(String.class);
        }

        @Override
        String holds() {
            return "text";
        }

        @Override
        String hint() {
            return "write it in single quotes";
        }

        @Override
        String read(String text) {
            return text;
        }

        @Override
        Optional<String> meaning(Literal literal, Instant now) {
            return literal instanceof Literal.Text text ? Optional.of(text.content()) : Optional.empty();
        }

        /** By code point, which is the order of the UTF-8 bytes as well. */
        @Override
        Comparator<String> order() {
            return (a, b) -> java.util.Arrays.compare(
                    a.codePoints().toArray(), b.codePoints().toArray());
        }

        @Override
        boolean emptyIsNull() {
            return false;
        }
    }

    private static final class NumberType extends ColumnType<BigDecimal> {

        NumberType() {
            super(BigDecimal.class);
        }

        @Override
        String holds() {
            return "numbers";
        }

        @Override
        String hint() {
            return "write it without quotes";
        }

        @Override
        BigDecimal read(String text) {
            return new BigDecimal(text.trim());
        }

        @Override
        Optional<BigDecimal> meaning(Literal literal, Instant now) {
            return literal instanceof Literal.Decimal number ? Optional.of(number.content()) : Optional.empty();
        }

        @Override
        Comparator<BigDecimal> order() {
            return Comparator.naturalOrder();
        }
    }

    private static final class DateType extends ColumnType<LocalDate> {

        DateType() {
            super(LocalDate.class);
        }

        private static final Duration DAY = Duration.ofDays(1);

        @Override
        String holds() {
            return "dates";
        }

        @Override
        String hint() {
            return "write it as '2026-11-29' or as whole days from today, like today - 7d";
        }

        @Override
        LocalDate read(String text) {
            return LocalDate.parse(text.trim());
        }

        @Override
        Optional<LocalDate> meaning(Literal literal, Instant now) {
            if (literal instanceof Literal.Text text) {
                return Optional.of(LocalDate.parse(text.content()));
            }
            if (literal instanceof Literal.Date date) {
                return Optional.of(LocalDate.parse(date.content()));
            }
            if (literal instanceof Literal.Today today && today.later().toSeconds() % DAY.toSeconds() == 0) {
                return Optional.of(LocalDate.ofInstant(now, ZoneOffset.UTC)
                        .plusDays(today.later().toDays()));
            }
            return Optional.empty();
        }

        @Override
        Comparator<LocalDate> order() {
            return Comparator.comparing(LocalDate::toEpochDay);
        }
    }

    private static final class TimestampType extends ColumnType<Instant> {

        TimestampType() {
            super(Instant.class);
        }

        @Override
        String holds() {
            return "times";
        }

        @Override
        String hint() {
            return "write it as '2026-11-29 03:00:00' (UTC), as '2026-11-29', or from today, like today - 36h";
        }

        /** Reads {@code 2026-11-29 03:00:00[.123456]} as UTC, the ISO form with a zone, or a date as its first instant. */
        @Override
        Instant read(String text) {
            String iso = text.trim().replace(' ', 'T');
            if (iso.indexOf('T') < 0) {
                return midnight(LocalDate.parse(iso));
            }
            boolean zoned = iso.endsWith("Z") || iso.lastIndexOf('+') > 0 || iso.lastIndexOf('-') > iso.indexOf('T');
            return zoned
                    ? OffsetDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
        }

        @Override
        Optional<Instant> meaning(Literal literal, Instant now) {
            if (literal instanceof Literal.Text text) {
                return Optional.of(read(text.content()));
            }
            if (literal instanceof Literal.Timestamp timestamp) {
                return Optional.of(read(timestamp.content()));
            }
            if (literal instanceof Literal.Date date) {
                return Optional.of(midnight(LocalDate.parse(date.content())));
            }
            if (literal instanceof Literal.Today today) {
                return Optional.of(
                        midnight(LocalDate.ofInstant(now, ZoneOffset.UTC)).plus(today.later()));
            }
            return Optional.empty();
        }

        private static Instant midnight(LocalDate day) {
            return day.atStartOfDay().toInstant(ZoneOffset.UTC);
        }

        @Override
        Comparator<Instant> order() {
            return Comparator.naturalOrder();
        }
    }

    private static final class BooleanType extends ColumnType<Boolean> {

        BooleanType() {
            super(Boolean.class);
        }

        @Override
        String holds() {
            return "true or false";
        }

        @Override
        String hint() {
            return "write it without quotes";
        }

        @Override
        Boolean read(String text) {
            if (text.equalsIgnoreCase("true")) {
                return true;
            }
            if (text.equalsIgnoreCase("false")) {
                return false;
            }
            throw new IllegalArgumentException(text);
        }

        @Override
        Optional<Boolean> meaning(Literal literal, Instant now) {
            return literal instanceof Literal.Bool bool ? Optional.of(bool.content()) : Optional.empty();
        }

        @Override
        Comparator<Boolean> order() {
            return Comparator.naturalOrder();
        }
    }
}
