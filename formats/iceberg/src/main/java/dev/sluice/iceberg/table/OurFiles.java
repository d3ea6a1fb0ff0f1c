/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.store.Location;
import java.util.Locale;
import org.apache.iceberg.TableMetadata;

/**
 * How a file of ours is known as one table's. Another table may have the name of the one that it was written for by now, and
 * the other way about: what the one does not refer to may be live in the other.
 */
public final class OurFiles {

    /** So much of a table's id stands in the names of what is written for it. */
    private static final int MARK = 8;

    private OurFiles() {}

    /** What the names of all files have that are written for a table. */
    public static String mark(TableMetadata metadata) {
        String id = metadata.uuid(); // tables of old writers may have none
        String letters = id == null ? "" : id.replaceAll("[^0-9A-Za-z]", "").toLowerCase(Locale.ROOT);
        return letters.isEmpty() ? "0" : letters.substring(0, Math.min(MARK, letters.length()));
    }

    /** True if a run of ours wrote a file of that name for this table, or was about to. */
    public static boolean isFor(TableMetadata metadata, Location file) {
        return file.name().contains("-%s-".formatted(mark(metadata)));
    }
}
