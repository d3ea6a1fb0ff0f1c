/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** Delta Lake tables, through Delta Kernel. */
@NullMarked
package dev.sluice.delta;

import org.jspecify.annotations.NullMarked;
