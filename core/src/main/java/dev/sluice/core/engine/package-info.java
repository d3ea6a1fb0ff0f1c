/**
 * What carries a step out: in this process, or on a cluster that the user already has.
 *
 * <p>Knows {@code format} and what stands before it.
 */
@NullMarked
package dev.sluice.core.engine;

import org.jspecify.annotations.NullMarked;
