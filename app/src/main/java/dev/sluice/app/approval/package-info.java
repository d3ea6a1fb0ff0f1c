/**
 * Who may say yes: the caller, the gate's own policy, a person at the terminal, or nobody.
 *
 * <p>Knows core and {@code voice}, which words the question.
 */
@NullMarked
package dev.sluice.app.approval;

import org.jspecify.annotations.NullMarked;
