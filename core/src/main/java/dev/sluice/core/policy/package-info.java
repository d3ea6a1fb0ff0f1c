/**
 * What the owner wants: the rules, the sizes, the retention, and the verdict that they give on a table's health.
 *
 * <p>Knows {@code health} and what stands before it. A new rule is one record here and one line in {@link Rules}.
 */
@NullMarked
package dev.sluice.core.policy;

import org.jspecify.annotations.NullMarked;
