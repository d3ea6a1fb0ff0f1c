/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** HTTP, triggers, approvals and the page. Empty until its turn comes. */
@NullMarked
package dev.sluice.server;

import org.jspecify.annotations.NullMarked;
