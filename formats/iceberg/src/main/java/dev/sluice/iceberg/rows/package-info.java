/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The live rows of data files that are to be rewritten: how columns are found in each file, how its rows are read one by
 * one, and the positions that deletes of every kind take away.
 *
 * <p>Reads data files and delete files, and writes none.
 */
@NullMarked
package dev.sluice.iceberg.rows;

import org.jspecify.annotations.NullMarked;
