/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** Checks of finished outputs before anything is committed, by other code than that which wrote them. */
@NullMarked
package dev.sluice.rewrite.check;

import org.jspecify.annotations.NullMarked;
