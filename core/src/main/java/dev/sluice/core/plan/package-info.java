/**
 * The exact steps that would be taken on a table, bound to the version and the inputs they were made for.
 *
 * <p>Knows {@code policy} and what stands before it. Nothing here can act.
 */
@NullMarked
package dev.sluice.core.plan;

import org.jspecify.annotations.NullMarked;
