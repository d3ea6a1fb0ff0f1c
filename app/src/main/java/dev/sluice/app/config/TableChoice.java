/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import java.util.List;
import java.util.Optional;

/**
 * The tables that a gate speaks of.
 *
 * @param table one, by its address
 * @param include patterns of addresses, where there are many
 * @param exclude patterns of those that are left out
 */
public record TableChoice(Optional<String> table, List<String> include, List<String> exclude) {

    /** None of the owner's: a throwaway table. */
    static final TableChoice DEMO = new TableChoice(Optional.empty(), List.of(), List.of());

    public TableChoice {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    static TableChoice one(String address) {
        return new TableChoice(Optional.of(address), List.of(), List.of());
    }

    /** True if tables have to be searched for. */
    public boolean areMany() {
        return !include.isEmpty();
    }

    /** True if the gate works on a throwaway table. */
    public boolean areDemo() {
        return table.isEmpty() && include.isEmpty();
    }
}
