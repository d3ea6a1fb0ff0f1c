/**
 * What a table looks like from outside: its name, its files by partition, one version of it as found.
 *
 * <p>Knows {@code fault} and {@code store}. Formats translate their own words into these.
 */
@NullMarked
package dev.sluice.core.table;

import org.jspecify.annotations.NullMarked;
