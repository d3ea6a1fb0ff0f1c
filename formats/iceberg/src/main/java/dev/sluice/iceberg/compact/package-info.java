/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The step that merges files: takes deletes into account, moves rows of earlier partition specs to the current one, and
 * replaces the files in one commit.
 *
 * <p>Leaves reading to {@code rows} and writing to {@code merge}. Knows no other step.
 */
@NullMarked
package dev.sluice.iceberg.compact;

import org.jspecify.annotations.NullMarked;
