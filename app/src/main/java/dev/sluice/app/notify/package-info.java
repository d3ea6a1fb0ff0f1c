/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * How messages reach Slack and any other service that takes a POST: with the JDK's HTTP client alone. An address is as
 * secret as a key here, and in no word that leaves the package.
 *
 * <p>Knows core alone; which notifier a gate has is said in the program's wiring.
 */
@NullMarked
package dev.sluice.app.notify;

import org.jspecify.annotations.NullMarked;
