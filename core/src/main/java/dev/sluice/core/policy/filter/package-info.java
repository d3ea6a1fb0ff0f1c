/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The language in which an owner says which partitions a gate speaks of: text becomes tokens, tokens a condition, and a
 * condition that is bound to a table's partition columns becomes an answer for each partition.
 *
 * <p>Knows {@code table} and what stands before it. Only {@link dev.sluice.core.policy.Where} uses it.
 */
@NullMarked
package dev.sluice.core.policy.filter;

import org.jspecify.annotations.NullMarked;
