/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

/**
 * A column as a filter names it.
 *
 * @param position where its name stands, counted from one
 */
record Column(String name, int position) {}
