/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

/**
 * One setting as it is in force.
 *
 * @param value as it was written, so with references in place of what they stand for
 * @param origin where it came from: a place in a file, a preset, the default
 */
public record InForce(String key, String value, String origin) {}
