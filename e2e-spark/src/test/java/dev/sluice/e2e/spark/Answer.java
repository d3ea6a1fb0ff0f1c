/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

/** What Sluice says to one request: how it ended, and a sentence without line breaks. */
record Answer(Kind kind, String text) {

    /** How a request can end. */
    enum Kind {
        DONE,
        NOTHING_TO_DO,
        REFUSED,
        BROKEN
    }

    Answer {
        text = text.replaceAll("\\s+", " ");
    }

    String line() {
        return kind + "\t" + text;
    }

    static Answer parse(String line) {
        String[] parts = line.split("\t", 2);
        return new Answer(Kind.valueOf(parts[0]), parts[1]);
    }
}
