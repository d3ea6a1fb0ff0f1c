/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

/** Slack's markup, for text that is not to have any. */
final class Mrkdwn {

    private static final String CUT = "…";

    private Mrkdwn() {}

    /** The text as Slack shows it literally: what begins a link, a mention or an entity is escaped, a backtick replaced. */
    static String literal(String plain) {
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace('`', '\'');
    }

    /** The same, cut where it would be longer than a limit; never within a character or what stands for one. */
    static String literal(String plain, int limit) {
        String whole = literal(plain);
        if (whole.length() <= limit) {
            return whole;
        }
        StringBuilder cut = new StringBuilder();
        int[] points = plain.codePoints().toArray();
        for (int point : points) {
            String next = literal(Character.toString(point));
            if (cut.length() + next.length() + CUT.length() > limit) {
                break;
            }
            cut.append(next);
        }
        return cut.append(CUT).toString();
    }
}
