/**
 * How a report reaches people: the SPI of notifiers.
 *
 * <p>Knows {@code report} and what stands before it.
 */
@NullMarked
package dev.sluice.core.notify;

import org.jspecify.annotations.NullMarked;
