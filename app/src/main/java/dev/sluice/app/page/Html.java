/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.page;

import dev.sluice.app.voice.Printable;

/** Text in a page, which is never taken for a part of the page. */
final class Html {

    private Html() {}

    /** A text between tags that may go on in the next line after a character. */
    static String breaking(String text, char after) {
        return text(text).replace(String.valueOf(after), after + "<wbr>");
    }

    /** A text between tags or in a quoted attribute. */
    static String text(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (char c : Printable.of(text).toCharArray()) {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
