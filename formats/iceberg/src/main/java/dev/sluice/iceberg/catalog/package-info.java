/**
 * Catalogs: who knows where a table's current metadata is. Settings, the catalogs that Iceberg's library brings, and the
 * tables of a Hadoop catalog, which are a folder each.
 */
@NullMarked
package dev.sluice.iceberg.catalog;

import org.jspecify.annotations.NullMarked;
