/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import java.util.List;

/**
 * Which files below a table its clean-up may look at, by their path: not the log, and nothing hidden (PROTOCOL.md leaves
 * this to writers; the names are those that Delta's own writers agree on).
 */
final class VacuumName {

    private static final String CHANGE_DATA = "_change_data";
    private static final String INDEX = "_delta_index";

    private VacuumName() {}

    /**
     * @param path relative to the table
     * @param partitionColumns folders named after them are data, whatever character they begin with
     */
    static boolean isCandidate(String path, List<String> partitionColumns) {
        for (String segment : path.split("/", -1)) {
            boolean hidden = segment.startsWith("_") || segment.startsWith(".");
            if (hidden && !isKnown(segment, partitionColumns)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isKnown(String segment, List<String> partitionColumns) {
        return segment.equals(CHANGE_DATA)
                || segment.equals(INDEX)
                || partitionColumns.stream().anyMatch(column -> segment.startsWith(column + "="));
    }
}
