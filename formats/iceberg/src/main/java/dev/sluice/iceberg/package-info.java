/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** Apache Iceberg tables. Empty until its turn comes. */
@NullMarked
package dev.sluice.iceberg;

import org.jspecify.annotations.NullMarked;
