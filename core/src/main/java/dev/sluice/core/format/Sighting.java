/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.table.TableRef;
import java.util.Optional;

/**
 * What a search comes upon: a table, or a place that it could not look into.
 *
 * @param place the table, the folder or the pattern as it is written for people
 */
public record Sighting(String place, Optional<TableRef> table, Optional<GateException> obstacle) {

    public static Sighting of(TableRef table) {
        return new Sighting(table.toString(), Optional.of(table), Optional.empty());
    }

    /** A place that could not be looked into; there may be tables in it. */
    public static Sighting blocked(String place, GateException obstacle) {
        return new Sighting(place, Optional.empty(), Optional.of(obstacle));
    }

    /**
     * @throws GateException why there is no table
     */
    public TableRef orRefusal() {
        return table.orElseThrow(obstacle::orElseThrow);
    }
}
