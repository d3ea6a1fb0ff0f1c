/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The journal and every other table of the product's database. Knows JDBC and core's ports; may touch its own folder and
 * no table of anybody's.
 */
@NullMarked
package dev.sluice.state;

import org.jspecify.annotations.NullMarked;
