/**
 * The proof, read back from the table itself, that a step did what it said and that nothing was lost.
 *
 * <p>Knows {@code engine} and what stands before it.
 */
@NullMarked
package dev.sluice.core.verify;

import org.jspecify.annotations.NullMarked;
