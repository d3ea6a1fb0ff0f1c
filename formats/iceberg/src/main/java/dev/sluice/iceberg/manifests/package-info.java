/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The step that rewrites small manifests into fewer, and the proof that the new version lists what the old one lists.
 *
 * <p>Opens manifests alone. Knows no other step.
 */
@NullMarked
package dev.sluice.iceberg.manifests;

import org.jspecify.annotations.NullMarked;
