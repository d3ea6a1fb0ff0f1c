/**
 * One passage through the gate and the durable memory of all of them.
 *
 * <p>Knows {@code verify} and what stands before it. The module {@code state} implements {@link Journal}.
 */
@NullMarked
package dev.sluice.core.run;

import org.jspecify.annotations.NullMarked;
