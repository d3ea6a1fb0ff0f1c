/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

/**
 * One word of a filter.
 *
 * @param text what it says, without quotes
 * @param position where it begins, counted from one
 */
record Token(Kind kind, String text, int position) {

    /** The kinds of word. */
    enum Kind {
        /** A keyword or a column name. */
        WORD,
        /** A column name in backticks or double quotes; never a keyword. */
        QUOTED_NAME,
        TEXT,
        NUMBER,
        /** A number of days or hours: {@code 7d}. */
        SPAN,
        SYMBOL,
        END
    }

    boolean isWord(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** As it is named in a refusal. */
    String shown() {
        return switch (kind) {
            case END -> "the end";
            case TEXT -> "'" + text + "'";
            case WORD, QUOTED_NAME, NUMBER, SPAN, SYMBOL -> "\"" + text + "\"";
        };
    }
}
