/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sums that were taken of each table when the collection was made, with another release of Spark. */
final class ListedSums {

    private record Listed(String count, String sum, String xor, String schemaHash) {}

    private final Map<String, Listed> byTable = new HashMap<>();

    private ListedSums() {}

    static ListedSums read(Path file) throws IOException {
        ListedSums sums = new ListedSums();
        for (String line : Files.readAllLines(file)) {
            List<String> fields = List.of(line.split("\t", -1));
            if (fields.get(1).equals("OK")) {
                sums.byTable.put(fields.get(0), new Listed(fields.get(2), fields.get(3), fields.get(4), fields.get(5)));
            }
        }
        return sums;
    }

    boolean has(String table) {
        return byTable.containsKey(table);
    }

    int size() {
        return byTable.size();
    }

    /** What differs between the listed sums and rows read now; empty where nothing does. */
    Optional<String> difference(String table, Rows rows) {
        Listed now = new Listed(Long.toString(rows.count()), rows.sum(), rows.xor(), rows.schemaHash());
        Listed then = byTable.get(table);
        return now.equals(then) ? Optional.empty() : Optional.of("listed %s, read %s".formatted(then, now));
    }
}
