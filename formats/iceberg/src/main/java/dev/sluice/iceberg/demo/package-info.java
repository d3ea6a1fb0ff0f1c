/** Throwaway Iceberg tables for demos. */
@NullMarked
package dev.sluice.iceberg.demo;

import org.jspecify.annotations.NullMarked;
