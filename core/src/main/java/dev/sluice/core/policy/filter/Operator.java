/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import java.util.Arrays;
import java.util.Optional;

/** How a value can be compared with a literal. */
enum Operator {
    EQUAL("="),
    NOT_EQUAL("!=", "<>"),
    LESS("<"),
    AT_MOST("<="),
    MORE(">"),
    AT_LEAST(">=");

    private final String symbol;
    private final String otherSymbol;

    Operator(String symbol) {
        this(symbol, symbol);
    }

    Operator(String symbol, String otherSymbol) {
        this.symbol = symbol;
        this.otherSymbol = otherSymbol;
    }

    static Optional<Operator> of(Token token) {
        return Arrays.stream(values())
                .filter(operator -> token.isSymbol(operator.symbol) || token.isSymbol(operator.otherSymbol))
                .findFirst();
    }

    /**
     * True if a value fulfils it.
     *
     * @param order negative, zero or positive as the value is less than, equal to or more than the literal
     */
    boolean holds(int order) {
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
    Operator flipped() {
        return switch (this) {
            case EQUAL -> EQUAL;
            case NOT_EQUAL -> NOT_EQUAL;
            case LESS -> MORE;
            case AT_MOST -> AT_LEAST;
            case MORE -> LESS;
            case AT_LEAST -> AT_MOST;
        };
    }
}
