/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * Builders, a clock and hand-written fakes for tests of core and of every module above it.
 *
 * <p>Published as core's test-jar, which {@code testkit} hands on.
 */
@NullMarked
package dev.sluice.core.testing;

import org.jspecify.annotations.NullMarked;
