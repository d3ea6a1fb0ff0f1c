/**
 * What the owner wants: the rules, the sizes, the retention, and the verdict that they give on a table's health.
 *
 * <p>Knows {@code health} and what stands before it. The rules themselves live in {@code policy.rule}, the presets that
 * put them together in {@code policy.preset}.
 */
@NullMarked
package dev.sluice.core.policy;

import org.jspecify.annotations.NullMarked;
