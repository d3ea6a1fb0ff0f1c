/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import dev.sluice.core.store.Bytes;

/**
 * A file that lists data files of a version.
 *
 * @param path as the table's metadata spells it
 */
public record Manifest(String path, Bytes size) {}
