/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** Builders, contract suites, TestClock, FaultyStore. */
@NullMarked
package dev.sluice.testkit;

import org.jspecify.annotations.NullMarked;
