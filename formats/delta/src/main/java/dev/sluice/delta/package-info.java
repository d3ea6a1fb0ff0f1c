/**
 * Delta Lake tables, through Delta Kernel: reading a version, measuring what lies about, compacting.
 *
 * <p>May touch Kernel's internals (they are pinned to one version and held by contract tests), the store port and the
 * rewrite engine. Nothing outside this module sees a Kernel type.
 */
@NullMarked
package dev.sluice.delta;

import org.jspecify.annotations.NullMarked;
