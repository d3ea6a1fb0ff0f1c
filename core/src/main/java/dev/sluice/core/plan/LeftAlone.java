/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import dev.sluice.core.policy.Code;

/** Something that the plan does not touch, and why. */
public record LeftAlone(Code code, String subject, String text) {}
