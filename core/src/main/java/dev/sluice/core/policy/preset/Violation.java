/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

/**
 * One thing that is wrong with what an owner gave.
 *
 * @param spelling the input as it was spelled
 * @param text a full sentence that names it, its value and what is allowed
 */
public record Violation(String spelling, String text) {}
