/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * Many tables beside one another: what each is like, and what its maintenance would take and save.
 *
 * <p>Knows {@code report} and what stands before it.
 */
@NullMarked
package dev.sluice.core.fleet;

import org.jspecify.annotations.NullMarked;
