/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fault;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The known word that somebody most likely meant, for refusals that can say so. */
public final class Nearest {

    private Nearest() {}

    /** The nearest of the known words, empty where none is near; {@code -} and {@code _} are the same. */
    public static Optional<String> to(String word, Collection<String> known) {
        int near = Math.max(2, word.length() / 3);
        return known.stream()
                .min(Comparator.<String>comparingInt(k -> distance(plain(word), plain(k)))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(k -> distance(plain(word), plain(k)) <= near);
    }

    private static String plain(String word) {
        return word.replace('_', '-').toLowerCase(java.util.Locale.ROOT);
    }

    /** How many letters have to be put in, taken out or changed to make one word of the other. */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
