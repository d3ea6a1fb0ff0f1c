/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * Spark as the judge of what the packed product does to tables.
 *
 * <p>Two class paths that must not mix: the test's JVM is Spark; Sluice runs in a process of its own, from the packed
 * product, and {@link dev.sluice.e2e.spark.SluiceOnRequest}, for Delta tables, or
 * {@link dev.sluice.e2e.spark.CliOnRequest}, for Iceberg tables, is what runs there. These two and
 * {@link dev.sluice.e2e.spark.Maintenance} may touch Sluice and nothing of Spark, all others the other way round.
 */
@NullMarked
package dev.sluice.e2e.spark;

import org.jspecify.annotations.NullMarked;
