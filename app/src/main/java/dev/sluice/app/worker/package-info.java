/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * A run in a process of its own: what the parent asks for, what the worker tells while it works, and what becomes of it
 * where it does not come back.
 *
 * <p>Knows core alone. Whoever starts the program as a worker says how a task is carried out.
 */
@NullMarked
package dev.sluice.app.worker;

import org.jspecify.annotations.NullMarked;
