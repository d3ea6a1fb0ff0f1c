/**
 * How results reach whoever called: in sentences for people, as one JSON object for programs, and as progress while a
 * run goes.
 *
 * <p>Knows core alone. The only package of the program that prints.
 */
@NullMarked
package dev.sluice.app.voice;

import org.jspecify.annotations.NullMarked;
