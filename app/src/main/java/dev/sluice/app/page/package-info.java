/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * What is looked at in a browser: pages in one file that ask nobody for anything.
 *
 * <p>Knows core and {@code voice}, which words numbers for people.
 */
@NullMarked
package dev.sluice.app.page;

import org.jspecify.annotations.NullMarked;
