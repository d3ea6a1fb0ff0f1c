/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.StoredFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The running counts of one listing: what may go is kept, all else is counted. */
public final class LeftoverCount {

    private final List<StoredFile> eligible = new ArrayList<>();
    private long unreferenced;
    private long bytes;
    private long archived;

    /**
     * Takes in a file that the table's current version does not hold. What lies in an archive is never eligible: deleting it
     * early may cost more than keeping it.
     *
     * @param mayGo whether it is older than the retention, and nothing that is kept refers to it
     */
    public void add(StoredFile file, boolean mayGo) {
        unreferenced++;
        bytes += file.size().count();
        if (file.archived()) {
            archived++;
        } else if (mayGo) {
            eligible.add(file);
        }
    }

    /** @param objection why none of them may be removed */
    public Leftovers leftovers(Optional<String> objection) {
        return new Leftovers(
                unreferenced, Bytes.of(bytes), objection.isPresent() ? List.of() : eligible, archived, objection);
    }
}
