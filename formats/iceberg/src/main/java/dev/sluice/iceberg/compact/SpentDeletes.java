/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.iceberg.rows.InputFile;
import dev.sluice.iceberg.table.Deletes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.util.ContentFileUtil;

/**
 * Tells which deletes a compaction uses up: those that apply to its inputs and to no other file. Its outputs are as young
 * as the version that it read, and no delete of that version applies to rows of them.
 */
final class SpentDeletes {

    private final Map<String, DeleteFile> ofInputs = new HashMap<>();
    private final Set<String> ofOthers = new HashSet<>();

    /** Each live file of the version has to be shown. */
    void see(InputFile file, boolean isInput) {
        for (DeleteFile delete : file.task().deletes()) {
            if (isInput) {
                ofInputs.put(Deletes.key(delete), delete);
            } else if (!ContentFileUtil.isFileScoped(delete)) {
                ofOthers.add(Deletes.key(delete));
            }
        }
    }

    List<DeleteFile> all() {
        return ofInputs.entrySet().stream()
                .filter(delete -> !ofOthers.contains(delete.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }
}
