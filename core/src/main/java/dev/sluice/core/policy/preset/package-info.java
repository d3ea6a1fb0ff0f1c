/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The presets: named sets of inputs and defaults that make a policy, with every input's type, default, floor and meaning.
 *
 * <p>Knows {@code policy}, {@code policy.rule} and what stands before them. A new preset is one file here and one line in
 * {@link dev.sluice.core.policy.preset.Presets}.
 */
@NullMarked
package dev.sluice.core.policy.preset;

import org.jspecify.annotations.NullMarked;
