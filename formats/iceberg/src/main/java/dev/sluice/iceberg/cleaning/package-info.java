/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The steps that take away what nothing needs any longer: versions to forget, deletes that apply to no file, files that no
 * kept version refers to. And what a run that died has left.
 *
 * <p>The one place that deletes files of a table that were there before the run, each held against a fresh read of all that
 * is kept. Knows no other step.
 */
@NullMarked
package dev.sluice.iceberg.cleaning;

import org.jspecify.annotations.NullMarked;
