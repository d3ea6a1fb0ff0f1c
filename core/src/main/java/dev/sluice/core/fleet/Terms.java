/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import java.util.Optional;

/**
 * How a fleet is looked at.
 *
 * @param lists whether to list what lies about below each table, which takes a request for each thousand files of it
 * @param atOnce how many tables are looked at at a time; each holds its own numbers in memory
 */
public record Terms(boolean lists, int atOnce, Ranking by, Throughput throughput, Optional<Prices> prices) {

    public Terms {
        if (atOnce < 1) {
            throw new IllegalArgumentException("At least one table is looked at at a time");
        }
    }
}
