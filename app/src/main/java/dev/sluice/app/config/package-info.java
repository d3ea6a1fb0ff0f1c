/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * What the owner configured: one YAML file as records, with everything that is wrong with it told at once. Begin with
 * {@code Config}; what a file may hold and what each key means is in {@code ConfigShape} and {@code GateShape}.
 */
@NullMarked
package dev.sluice.app.config;

import org.jspecify.annotations.NullMarked;
