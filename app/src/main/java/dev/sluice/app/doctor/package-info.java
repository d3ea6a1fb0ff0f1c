/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * What stands between Sluice and a table: looks at one thing after the other that a run would need, and changes nothing.
 *
 * <p>Knows core alone.
 */
@NullMarked
package dev.sluice.app.doctor;

import org.jspecify.annotations.NullMarked;
