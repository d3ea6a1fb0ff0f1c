/**
 * The commands: one class each, declared for picocli. A command turns what was typed into a call of the gate and hands
 * the result to a voice.
 *
 * <p>Knows core, {@code approval}, {@code voice} and {@code worker}; every format, store and database comes in through {@link Parts}.
 */
@NullMarked
package dev.sluice.app.cli;

import org.jspecify.annotations.NullMarked;
