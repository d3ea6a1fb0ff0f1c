/**
 * The throwaway table of {@code sluice demo delta}, written with Delta Kernel's own writer.
 *
 * <p>May touch Kernel and the store port.
 */
@NullMarked
package dev.sluice.delta.demo;

import org.jspecify.annotations.NullMarked;
