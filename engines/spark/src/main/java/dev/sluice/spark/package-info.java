/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** Hands an approved plan to a Spark the user already has. Empty until its turn comes. */
@NullMarked
package dev.sluice.spark;

import org.jspecify.annotations.NullMarked;
