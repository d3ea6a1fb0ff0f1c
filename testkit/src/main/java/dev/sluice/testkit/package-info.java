/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * Builders, contract suites, TestClock, FaultyStore.
 *
 * <p>What every module's tests may use. Knows core alone; a contract suite meets what it tests through core's ports.
 */
@NullMarked
package dev.sluice.testkit;

import org.jspecify.annotations.NullMarked;
