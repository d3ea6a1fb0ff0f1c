/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Bytes;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of tables as people mistype them. */
class IcebergNamesTest {

    private final IcebergFormat format = format();

    private static IcebergFormat format() {
        LocalStore store = new LocalStore();
        CatalogSettings lake = new CatalogSettings(
                "lake",
                CatalogKind.JDBC,
                Optional.of("jdbc:sqlite:/nowhere/catalog.db"),
                Optional.empty(),
                Optional.empty(),
                Map.of());
        return new IcebergFormat(
                store,
                new Catalogs(store, List.of(lake)),
                Clock.systemUTC(),
                new RewriteLimits(2, Bytes.ofMebibytes(64)));
    }

    @ParameterizedTest
    @CsvSource({
        "lake,true",
        "lake/,true",
        "lake/orders,true",
        "lake.db.orders,true",
        "lake/*,true",
        "lake/db.orders.,true",
        "lake/db..orders,true",
        "lake/db.orders,false"
    })
    void a_name_that_begins_with_that_of_a_catalog_is_answered_with_how_its_tables_are_named(
            String typed, boolean named) {
        assertThat(format.meant(typed, named))
                .contains("lake is a catalog: a table of it is named iceberg:lake/NAMESPACE.TABLE,"
                        + " all tables of a namespace iceberg:lake/NAMESPACE.*.");
    }

    @Test
    void a_catalog_that_is_not_there_is_told_of_only_where_a_catalog_can_be_meant() {
        assertThat(format.meant("pond/db.ord*", true)).contains("There is no catalog pond; there is lake.");
        assertThat(format.meant("pond/db.orders", false)).isEmpty();
        assertThat(format.meant("lakes/orders", true)).isEmpty();
        assertThat(format.meant("/lake/orders", true)).isEmpty();
    }
}
