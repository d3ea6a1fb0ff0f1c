/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

/** How a value can be compared with another. */
public enum Comparison {
    EQUAL("="),
    NOT_EQUAL("!=", "<>"),
    LESS("<"),
    AT_MOST("<="),
    MORE(">"),
    AT_LEAST(">=");

    private final String symbol;
    private final String otherSymbol;

    Comparison(String symbol) {
        this(symbol, symbol);
    }

    Comparison(String symbol, String otherSymbol) {
        this.symbol = symbol;
        this.otherSymbol = otherSymbol;
    }

    /** True if a filter may write it so. */
    public boolean isWritten(String text) {
        return text.equals(symbol) || text.equals(otherSymbol);
    }

    /**
     * True if a value fulfils it.
     *
     * @param order negative, zero or positive as the value is less than, equal to or more than the other
     */
    public boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case MORE -> order > 0;
            case AT_LEAST -> order >= 0;
        };
    }

    /** The same with its sides changed. */
    public Comparison flipped() {
        return switch (this) {
            case EQUAL -> EQUAL;
            case NOT_EQUAL -> NOT_EQUAL;
            case LESS -> MORE;
            case AT_MOST -> AT_LEAST;
            case MORE -> LESS;
            case AT_LEAST -> AT_MOST;
        };
    }

    /** What holds for two values where this does not. */
    public Comparison opposite() {
        return switch (this) {
            case EQUAL -> NOT_EQUAL;
            case NOT_EQUAL -> EQUAL;
            case LESS -> AT_LEAST;
            case AT_MOST -> MORE;
            case MORE -> AT_MOST;
            case AT_LEAST -> LESS;
        };
    }
}
