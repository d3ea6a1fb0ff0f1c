/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * What nobody but its user may see, known by where it comes from.
 *
 * <p>Knows {@code fault} and what stands before it.
 */
@NullMarked
package dev.sluice.core.secret;

import org.jspecify.annotations.NullMarked;
