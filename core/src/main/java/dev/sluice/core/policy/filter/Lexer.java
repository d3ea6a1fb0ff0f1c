/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.policy.filter.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts the text of a filter into its words. */
final class Lexer {

    private static final List<String> SYMBOLS = List.of("!=", "<>", "<=", ">=", "=", "<", ">", "(", ")", ",", "+", "-");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    /** All words of a text, the last of them {@link Kind#END}. */
    static List<Token> tokens(String text) {
        Lexer lexer = new Lexer(text);
        while (lexer.skipsToNext()) {
            lexer.tokens.add(lexer.next());
        }
        lexer.tokens.add(new Token(Kind.END, "", text.length() + 1));
        return lexer.tokens;
    }

    private boolean skipsToNext() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length();
    }

    private Token next() {
        char c = text.charAt(at);
        if (c == '\'') {
            return quoted(Kind.TEXT, c);
        }
        if (c == '`' || c == '"') {
            return quoted(Kind.QUOTED_NAME, c);
        }
        if (isDigit(at) || (c == '.' && isDigit(at + 1))) {
            return number();
        }
        if (isNameStart(at)) {
            int start = at;
            skipName();
            while (at < text.length() && text.charAt(at) == '.' && isNameStart(at + 1)) {
                at++;
                skipName();
            }
            return new Token(Kind.WORD, text.substring(start, at), start + 1);
        }
        return symbol();
    }

    /** A doubled quote stands for one. */
    private Token quoted(Kind kind, char quote) {
        int start = at++;
        StringBuilder content = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != quote) {
                content.append(c);
            } else if (at < text.length() && text.charAt(at) == quote) {
                content.append(quote);
                at++;
            } else {
                return new Token(kind, content.toString(), start + 1);
            }
        }
        throw Refusal.at(start + 1, "the quote %s is not closed".formatted(quote));
    }

    private Token number() {
        int start = at;
        skipDigits();
        boolean whole = true;
        if (at < text.length() && text.charAt(at) == '.') {
            whole = false;
            at++;
            skipDigits();
        }
        int unit = at;
        skipName();
        String suffix = text.substring(unit, at);
        if (suffix.isEmpty()) {
            return new Token(Kind.NUMBER, text.substring(start, at), start + 1);
        }
        if (whole && (suffix.equalsIgnoreCase("d") || suffix.equalsIgnoreCase("h"))) {
            return new Token(Kind.SPAN, text.substring(start, at), start + 1);
        }
        if (suffix.matches("[eE]\\d*")) {
            return exponent(start, suffix);
        }
        throw Refusal.at(
                start + 1, "\"%s\" is neither a number nor a span like 7d or 12h".formatted(text.substring(start, at)));
    }

    private Token exponent(int start, String suffix) {
        if (suffix.length() == 1 && at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
            at++;
            skipDigits();
        }
        return new Token(Kind.NUMBER, text.substring(start, at), start + 1);
    }

    private Token symbol() {
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, at)) {
                int start = at;
                at += symbol.length();
                return new Token(Kind.SYMBOL, symbol, start + 1);
            }
        }
        throw Refusal.at(at + 1, "\"%s\" is no part of a filter".formatted(Character.toString(text.codePointAt(at))));
    }

    private void skipDigits() {
        while (isDigit(at)) {
            at++;
        }
    }

    private void skipName() {
        while (at < text.length() && Character.isUnicodeIdentifierPart(text.charAt(at))) {
            at++;
        }
    }

    private boolean isNameStart(int index) {
        return index < text.length()
                && (Character.isUnicodeIdentifierStart(text.charAt(index)) || text.charAt(index) == '_');
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }
}
