/**
 * The measured numbers of a table; no opinion.
 *
 * <p>Knows {@code table} and what stands before it.
 */
@NullMarked
package dev.sluice.core.health;

import org.jspecify.annotations.NullMarked;
