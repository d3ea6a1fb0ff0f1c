/**
 * The gate: the flow on top of core's packages, which stand in its order.
 *
 * <p>{@code fault, store, table, health, policy, plan, approval, format, engine, verify, run, report, notify}: each
 * knows only those before it.
 */
@NullMarked
package dev.sluice.core;

import org.jspecify.annotations.NullMarked;
