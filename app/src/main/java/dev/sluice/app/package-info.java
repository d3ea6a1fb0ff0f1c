/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** Main, CLI and Wiring: the only place that names every part. */
@NullMarked
package dev.sluice.app;

import org.jspecify.annotations.NullMarked;
