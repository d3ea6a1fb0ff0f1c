/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

/** Somebody's wish that a run ends early. Asked between steps: a step that has begun comes to its own end. */
@FunctionalInterface
public interface Cancellation {

    /** Nobody wishes it. */
    Cancellation NEVER = () -> false;

    /** True once the run is to do no further step. */
    boolean isAskedFor();
}
