/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.Bytes;

/**
 * What a committed step did to the lists that a table is made of, while no data file went in or out: deletes that it took
 * off, or manifests that it took off and the fewer ones that it put in their place.
 *
 * @param change with no file and no row in it
 * @param taken how many went
 * @param put how many came
 * @param bytesTaken the size of what went
 * @param bytesPut the size of what came
 */
public record Relisting(Change change, long taken, long put, Bytes bytesTaken, Bytes bytesPut) {}
