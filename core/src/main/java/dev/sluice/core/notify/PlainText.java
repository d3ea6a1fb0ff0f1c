/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

/**
 * Makes text plain that came from anywhere: line ends are alike and stay, and what cannot be seen, turns the direction of
 * writing or is half a character is replaced, so that every receiver can show it and none is fooled by it.
 */
final class PlainText {

    private static final int REPLACEMENT = 0xFFFD;

    private PlainText() {}

    static String of(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.replace("\r\n", "\n").codePoints().map(PlainText::plain).forEach(plain::appendCodePoint);
        return plain.toString();
    }

    /** The same on one line. */
    static String line(String text) {
        return of(text).replace('\n', ' ');
    }

    private static int plain(int point) {
        return switch (point) {
            case '\n', '\r', 0x2028, 0x2029 -> '\n';
            case '\t' -> ' ';
            default -> isUnseen(point) ? REPLACEMENT : point;
        };
    }

    private static boolean isUnseen(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> true;
            default -> false;
        };
    }
}
