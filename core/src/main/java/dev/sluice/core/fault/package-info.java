/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * Every way in which Sluice refuses or fails, with who is to blame, the exit code and the remedy.
 *
 * <p>First in the order of core's packages: it knows nothing of the product.
 */
@NullMarked
package dev.sluice.core.fault;

import org.jspecify.annotations.NullMarked;
