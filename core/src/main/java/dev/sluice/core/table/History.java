/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import dev.sluice.core.store.Bytes;

/**
 * What a table keeps of its past.
 *
 * @param versions versions that can still be read
 * @param metadata size of all metadata files
 */
public record History(long versions, Bytes metadata) {}
