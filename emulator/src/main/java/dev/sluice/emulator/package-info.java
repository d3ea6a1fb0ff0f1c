/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * For tests and benchmarks: an S3 service in the own process, and a proxy before it that counts, delays and fails.
 *
 * <p>Knows no other module; nothing of it is in the product.
 */
@NullMarked
package dev.sluice.emulator;

import org.jspecify.annotations.NullMarked;
