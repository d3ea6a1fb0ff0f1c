/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.format.TableMark;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks out for other tables below a table's folder, while its files are listed: their files are not ours to judge. */
final class Neighbours {

    private static final String OWN_LOG = LogFolder.NAME + "/";

    private @Nullable String found;

    /** @param path relative to the table */
    void see(String path) {
        if (found == null && !path.startsWith(OWN_LOG)) {
            found = TableMark.of(path).map(mark -> mark.objectionTo(path)).orElse(null);
        }
    }

    Optional<String> objection() {
        return Optional.ofNullable(found);
    }
}
