/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

/** One thing the owner cares about. */
public interface Rule {

    /** The rule's name: its class name in kebab case. */
    default String key() {
        return getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(java.util.Locale.ROOT);
    }

    /** Looks at the numbers; always answers, so that a person can ask for each rule's value and limit. */
    Finding examine(Evidence evidence);
}
