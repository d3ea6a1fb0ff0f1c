/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import java.util.stream.Collectors;

/** Text that others wrote, as it may be shown: what would move a cursor, colour a screen or turn a line round is spelled. */
public final class Printable {

    private Printable() {}

    public static String of(String text) {
        return text.codePoints()
                .mapToObj(c -> isPrintable(c) ? Character.toString(c) : "\\u%04x".formatted(c))
                .collect(Collectors.joining());
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
