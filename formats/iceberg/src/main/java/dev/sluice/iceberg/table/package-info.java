/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * A table as its catalog gave it: its metadata, what its manifests list and its properties ask for, one commit of ours to it,
 * and the faults that Iceberg's exceptions become.
 *
 * <p>Has no opinion on what is found. Knows no other package of this module.
 */
@NullMarked
package dev.sluice.iceberg.table;

import org.jspecify.annotations.NullMarked;
