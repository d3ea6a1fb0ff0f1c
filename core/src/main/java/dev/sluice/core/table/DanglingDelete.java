/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import dev.sluice.core.store.Bytes;

/**
 * A file of deletes that applies to no data file of its version any longer, so that taking it out brings no row back.
 *
 * @param key names it among the deletes of the table: its path, and where several share a file, its place in it
 */
public record DanglingDelete(String key, Bytes size) {}
