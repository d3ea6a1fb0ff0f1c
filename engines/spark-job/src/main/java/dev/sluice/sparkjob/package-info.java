/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** The job that runs inside the user's Spark. Empty until its turn comes. */
@NullMarked
package dev.sluice.sparkjob;

import org.jspecify.annotations.NullMarked;
