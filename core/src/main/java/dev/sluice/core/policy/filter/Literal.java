/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import java.math.BigDecimal;
import java.time.Duration;

/** A value that stands in the text of a filter. What it means is told by the column that it is compared with. */
sealed interface Literal {

    /** Where it stands, counted from one. */
    int position();

    /** As it is named in a refusal. */
    String shown();

    /** Text in single quotes: a text, or a date or time where the column holds those. */
    record Text(String content, int position) implements Literal {
        @Override
        public String shown() {
            return "'" + content + "'";
        }
    }

    /** {@code DATE '2026-11-29'}. */
    record Date(String content, int position) implements Literal {
        @Override
        public String shown() {
            return "DATE '" + content + "'";
        }
    }

    /** {@code TIMESTAMP '2026-11-29 03:00:00'}. */
    record Timestamp(String content, int position) implements Literal {
        @Override
        public String shown() {
            return "TIMESTAMP '" + content + "'";
        }
    }

    /** A number, never rounded. */
    record Decimal(BigDecimal content, int position) implements Literal {
        @Override
        public String shown() {
            return content.toString();
        }
    }

    /** {@code true} or {@code false}. */
    record Bool(boolean content, int position) implements Literal {
        @Override
        public String shown() {
            return String.valueOf(content);
        }
    }

    /** The day on which the filter is used, in UTC, from its first instant on, and so much later. */
    record Today(Duration later, int position) implements Literal {
        @Override
        public String shown() {
            return later.isZero()
                    ? "today"
                    : "today %s %dh".formatted(sign(), later.abs().toHours());
        }

        private String sign() {
            return later.isNegative() ? "-" : "+";
        }
    }
}
