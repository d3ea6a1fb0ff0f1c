/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.filter.Token.Kind;
import dev.sluice.core.table.Comparison;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Makes a condition of a filter's words. OR binds loosest, then AND, then NOT. */
final class Parser {

    /** Deeper than any person writes, and far from what the stack holds. */
    private static final int MAX_DEPTH = 100;

    private static final int MAX_SPAN_DIGITS = 6;

    private static final Set<String> KEYWORDS =
            Set.of("AND", "OR", "NOT", "IN", "BETWEEN", "IS", "NULL", "TRUE", "FALSE", "TODAY");

    private final List<Token> tokens;
    private int at;
    private int depth;

    private Parser(List<Token> tokens) {
        this.tokens = tokens;
    }

    static Condition parse(String text) {
        Parser parser = new Parser(Lexer.tokens(text));
        Condition condition = parser.or();
        if (parser.peek().kind() != Kind.END) {
            throw parser.expected("AND, OR or the end");
        }
        return condition;
    }

    private Condition or() {
        List<Condition> parts = new ArrayList<>(List.of(and()));
        while (takeWord("OR")) {
            parts.add(and());
        }
        return parts.size() == 1 ? parts.get(0) : new Condition.Or(parts);
    }

    private Condition and() {
        List<Condition> parts = new ArrayList<>(List.of(not()));
        while (takeWord("AND")) {
            parts.add(not());
        }
        return parts.size() == 1 ? parts.get(0) : new Condition.And(parts);
    }

    private Condition not() {
        if (++depth > MAX_DEPTH) {
            throw Refusal.at(peek().position(), "it is nested more than %d deep".formatted(MAX_DEPTH));
        }
        Condition condition = takeWord("NOT") ? new Condition.Not(not()) : single();
        depth--;
        return condition;
    }

    private Condition single() {
        if (takeSymbol("(")) {
            Condition condition = or();
            expectSymbol(")", "AND, OR or \")\"");
            return condition;
        }
        Optional<Literal> literal = literal();
        if (literal.isPresent()) {
            Comparison comparison = comparison().orElseThrow(() -> expected("a comparison"));
            return new Condition.Compare(column("a column"), comparison.flipped(), literal.get());
        }
        return ofColumn(column("a column, a value, NOT or \"(\""));
    }

    private Condition ofColumn(Column column) {
        Optional<Comparison> comparison = comparison();
        if (comparison.isPresent()) {
            return new Condition.Compare(column, comparison.get(), value());
        }
        if (takeWord("IS")) {
            boolean negated = takeWord("NOT");
            if (!takeWord("NULL")) {
                throw expected(negated ? "NULL" : "NULL or NOT NULL");
            }
            return negatedIf(negated, new Condition.IsNull(column));
        }
        boolean negated = takeWord("NOT");
        if (takeWord("IN")) {
            return negatedIf(negated, new Condition.In(column, values()));
        }
        if (takeWord("BETWEEN")) {
            Literal from = value();
            if (!takeWord("AND")) {
                throw expected("AND");
            }
            return negatedIf(negated, new Condition.Between(column, from, value()));
        }
        throw expected(negated ? "IN or BETWEEN" : "a comparison, IN, BETWEEN, IS or NOT");
    }

    private static Condition negatedIf(boolean negated, Condition condition) {
        return negated ? new Condition.Not(condition) : condition;
    }

    private Optional<Comparison> comparison() {
        Optional<Comparison> comparison = Arrays.stream(Comparison.values())
                .filter(c -> peek().kind() == Kind.SYMBOL && c.isWritten(peek().text()))
                .findFirst();
        comparison.ifPresent(found -> at++);
        return comparison;
    }

    private Column column(String instead) {
        Token token = peek();
        boolean keyword =
                token.kind() == Kind.WORD && KEYWORDS.contains(token.text().toUpperCase(Locale.ROOT));
        if (keyword || (token.kind() != Kind.WORD && token.kind() != Kind.QUOTED_NAME)) {
            throw expected(instead);
        }
        at++;
        return new Column(token.text(), token.position());
    }

    private List<Literal> values() {
        expectSymbol("(", "\"(\"");
        List<Literal> values = new ArrayList<>(List.of(value()));
        while (takeSymbol(",")) {
            values.add(value());
        }
        expectSymbol(")", "\",\" or \")\"");
        return values;
    }

    private Literal value() {
        if (peek().isWord("NULL")) {
            throw expected("a value (nothing equals NULL; write IS NULL)");
        }
        return literal().orElseThrow(() -> expected("a value"));
    }

    /** The literal that begins here; nothing is taken where none does. */
    private Optional<Literal> literal() {
        Token token = peek();
        if (token.kind() == Kind.TEXT) {
            at++;
            return Optional.of(new Literal.Text(token.text(), token.position()));
        }
        if (token.kind() == Kind.NUMBER) {
            return Optional.of(number(token, ""));
        }
        if (token.isSymbol("-")) {
            at++;
            if (peek().kind() != Kind.NUMBER) {
                throw expected("a number");
            }
            return Optional.of(number(token, "-"));
        }
        return token.kind() == Kind.WORD ? literalWord(token) : Optional.empty();
    }

    private Literal number(Token first, String sign) {
        Token digits = next();
        try {
            return new Literal.Decimal(new BigDecimal(sign + digits.text()), first.position());
        } catch (NumberFormatException e) {
            throw Refusal.at(digits.position(), "%s is no number that can be read".formatted(digits.shown()));
        }
    }

    private Optional<Literal> literalWord(Token word) {
        if (takeWord("TRUE")) {
            return Optional.of(new Literal.Bool(true, word.position()));
        }
        if (takeWord("FALSE")) {
            return Optional.of(new Literal.Bool(false, word.position()));
        }
        if (takeWord("TODAY")) {
            return Optional.of(new Literal.Today(later(), word.position()));
        }
        boolean beforeText = tokens.get(at + 1).kind() == Kind.TEXT;
        if (beforeText && takeWord("DATE")) {
            return Optional.of(new Literal.Date(next().text(), word.position()));
        }
        if (beforeText && takeWord("TIMESTAMP")) {
            return Optional.of(new Literal.Timestamp(next().text(), word.position()));
        }
        return Optional.empty();
    }

    /** How much later than today: {@code - 7d}, or nothing. */
    private Duration later() {
        boolean earlier = takeSymbol("-");
        if (!earlier && !takeSymbol("+")) {
            return Duration.ZERO;
        }
        if (peek().kind() != Kind.SPAN) {
            throw expected("a span like 7d or 12h");
        }
        Token token = next();
        String digits = token.text().substring(0, token.text().length() - 1);
        if (digits.length() > MAX_SPAN_DIGITS) {
            throw Refusal.at(token.position(), "%s is too long a span".formatted(token.shown()));
        }
        boolean days = token.text().toLowerCase(Locale.ROOT).endsWith("d");
        Duration span = days ? Duration.ofDays(Long.parseLong(digits)) : Duration.ofHours(Long.parseLong(digits));
        return earlier ? span.negated() : span;
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token next() {
        return tokens.get(at++);
    }

    private boolean takeWord(String keyword) {
        boolean found = peek().isWord(keyword);
        at += found ? 1 : 0;
        return found;
    }

    private boolean takeSymbol(String symbol) {
        boolean found = peek().isSymbol(symbol);
        at += found ? 1 : 0;
        return found;
    }

    private void expectSymbol(String symbol, String instead) {
        if (!takeSymbol(symbol)) {
            throw expected(instead);
        }
    }

    private GateException expected(String what) {
        return Refusal.at(peek().position(), "expected %s, found %s".formatted(what, peek().shown()));
    }
}
