/**
 * What was found and done, before and after, for people and for machines. Words and JSON, no output streams.
 *
 * <p>Knows {@code run} and what stands before it.
 */
@NullMarked
package dev.sluice.core.report;

import org.jspecify.annotations.NullMarked;
