/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A table's name in its catalog as people write it: the levels of the namespace and the table, with dots between them. A
 * part that holds a dot, a slash or a backtick stands between backticks, its own backticks doubled.
 */
final class DottedName {

    private static final char QUOTE = '`';
    private static final String PARTING = "./" + QUOTE;

    private final String text;
    private final List<String> parts = new ArrayList<>();
    private int at;

    private DottedName(String text) {
        this.text = text;
    }

    /** Empty where the text is no such name, or has no namespace in it. */
    static Optional<TableIdentifier> parse(String text) {
        DottedName name = new DottedName(text);
        return name.isWhole() && name.parts.size() > 1
                ? Optional.of(TableIdentifier.of(name.parts.toArray(String[]::new)))
                : Optional.empty();
    }

    static String written(TableIdentifier table) {
        return Stream.concat(Stream.of(table.namespace().levels()), Stream.of(table.name()))
                .map(DottedName::written)
                .collect(Collectors.joining("."));
    }

    static String written(String part) {
        return part.chars().noneMatch(c -> PARTING.indexOf(c) >= 0) ? part : QUOTE + part.replace("`", "``") + QUOTE;
    }

    /** Takes the text apart; false where that cannot be done. */
    private boolean isWhole() {
        while (true) {
            String part = text.startsWith("`", at) ? quoted() : plain();
            if (part.isEmpty()) {
                return false;
            }
            parts.add(part);
            if (at == text.length()) {
                return true;
            }
            if (text.charAt(at) != '.') {
                return false;
            }
            at++;
        }
    }

    private String plain() {
        int start = at;
        while (at < text.length() && PARTING.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    /** Empty where the second backtick is missing. */
    private String quoted() {
        StringBuilder part = new StringBuilder();
        while (++at < text.length()) {
            boolean isQuote = text.charAt(at) == QUOTE;
            if (isQuote && !text.startsWith("``", at)) {
                at++;
                return part.toString();
            }
            at += isQuote ? 1 : 0;
            part.append(text.charAt(at));
        }
        return "";
    }
}
