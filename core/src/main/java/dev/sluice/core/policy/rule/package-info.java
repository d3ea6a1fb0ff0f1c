/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The rules: each one thing that an owner can care about, with the number it looks at and the limit.
 *
 * <p>Knows {@code policy} and what stands before it. A new rule is one record here, one line in a preset, and a table of
 * cases below, at and above its limit.
 */
@NullMarked
package dev.sluice.core.policy.rule;

import org.jspecify.annotations.NullMarked;
