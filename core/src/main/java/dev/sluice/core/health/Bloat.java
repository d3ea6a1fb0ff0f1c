/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

/**
 * When a table counts as bloated: at least so many files (fragments), or at least such a share of deleted rows.
 *
 * @param tombstonePercent 0 to 100
 */
public record Bloat(long fragments, double tombstonePercent) {

    public boolean isReachedBy(TableHealth health) {
        return health.files() >= fragments || health.deletedShare().reachesPercent(tombstonePercent);
    }
}
