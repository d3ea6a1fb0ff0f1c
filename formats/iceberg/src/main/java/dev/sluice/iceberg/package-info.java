/**
 * Apache Iceberg: inspects tables of REST, JDBC and Hadoop catalogs, plans nothing itself, and changes tables only with an
 * approved plan.
 *
 * <p>Reads, lists and deletes through the table's own file access, so that the catalog's credentials hold; where the
 * catalog gives none, through the store port.
 */
@NullMarked
package dev.sluice.iceberg;

import org.jspecify.annotations.NullMarked;
