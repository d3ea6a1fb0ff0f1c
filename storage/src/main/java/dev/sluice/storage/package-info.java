/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** The store port for local files. */
@NullMarked
package dev.sluice.storage;

import org.jspecify.annotations.NullMarked;
