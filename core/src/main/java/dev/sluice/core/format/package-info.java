/**
 * What a table format must be able to do: the SPI that every module under {@code formats/} implements.
 *
 * <p>Knows {@code approval} and what stands before it.
 */
@NullMarked
package dev.sluice.core.format;

import org.jspecify.annotations.NullMarked;
