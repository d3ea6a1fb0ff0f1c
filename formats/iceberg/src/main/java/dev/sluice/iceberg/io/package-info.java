/**
 * Both ways between Iceberg's file access and the store port: a {@code FileIO} on a store, and a store on a {@code FileIO}.
 */
@NullMarked
package dev.sluice.iceberg.io;

import org.jspecify.annotations.NullMarked;
