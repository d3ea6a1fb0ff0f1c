/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** Tries whether what is configured can be reached, and leaves no trace of it. */
@NullMarked
package dev.sluice.app.connect;

import org.jspecify.annotations.NullMarked;
