/**
 * Apache Iceberg: inspects tables of REST, JDBC and Hadoop catalogs, plans nothing itself, and changes tables only with an
 * approved plan.
 *
 * <p>Reads, lists and deletes through the table's own file access, so that the catalog's credentials hold; where the
 * catalog gives none, through the store port.
 *
 * <p>This package holds what implements the ports of {@code core}, and joins the others: {@code io} and {@code catalog} reach
 * a table, {@code table} and {@code version} tell what it is, {@code rows} and {@code merge} read and write its files,
 * {@code compact}, {@code manifests} and {@code cleaning} are the steps. Each knows only some of those before it;
 * {@code ArchitectureTest} says which.
 */
@NullMarked
package dev.sluice.iceberg;

import org.jspecify.annotations.NullMarked;
