/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** Lance and LanceDB tables. Empty until its turn comes. */
@NullMarked
package dev.sluice.lance;

import org.jspecify.annotations.NullMarked;
