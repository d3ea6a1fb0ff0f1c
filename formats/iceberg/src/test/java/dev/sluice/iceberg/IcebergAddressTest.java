/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.table.TableRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How tables of catalogs are named. */
class IcebergAddressTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "lake/shop.events, shop|events",
        "lake/shop.eu.events, shop|eu|events",
        "lake/shop.`v1.2`, shop|v1.2",
        "lake/`a.b`.`c/d`, a.b|c/d",
        "lake/shop.`it``s`, shop|it`s"
    })
    void a_name_has_parts_and_is_written_as_it_is_read(String address, String parts) {
        assertThat(IcebergAddress.of(new TableRef("iceberg", address)))
                .isInstanceOfSatisfying(IcebergAddress.Named.class, named -> {
                    assertThat(named.catalog()).isEqualTo("lake");
                    assertThat(named.table()).isEqualTo(TableIdentifier.of(parts.split("\\|")));
                    assertThat(named.address()).isEqualTo(address);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lake",
                "lake/",
                "lake/events",
                "lake/.events",
                "lake/shop.",
                "lake/a..b",
                "lake/a/b.c",
                "lake/a.`b",
                "lake/a.b`c`",
                "lake/a.``",
                "/lake/a.b",
                "s3://lake/a.b",
                "../a.b",
                "./a.b"
            })
    void whatever_else_there_is_names_no_table_of_a_catalog(String address) {
        assertThat(IcebergAddress.named(address)).isEmpty();
    }

    @Test
    void a_pattern_finds_tables_by_names_that_they_are_found_by() {
        try (HadoopCatalog catalog = new HadoopCatalog(new Configuration(), folder.toString())) {
            catalog.createTable(TableIdentifier.of("shop", "v1.2"), Events.SCHEMA);
            catalog.createTable(TableIdentifier.of("shop", "v2"), Events.SCHEMA);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        IcebergFormat format = IcebergPass.ofWarehouse(folder);

        try (Stream<Sighting> found = format.named("lake/shop.`v1.*`").orElseThrow()) {
            assertThat(found.map(sighting -> sighting.table().orElseThrow()).toList())
                    .containsExactly(new TableRef("iceberg", "lake/shop.`v1.2`"))
                    .allSatisfy(
                            table -> assertThat(format.inspect(table).table()).isEqualTo(table));
        }
        assertThatThrownBy(() -> format.inspect(new TableRef("iceberg", "lake/shop.v3")))
                .hasMessageContaining("the namespace shop holds `v1.2`, v2.");
    }

    @Test
    void a_name_leads_to_no_folder_outside_of_its_namespace() {
        for (String name : List.of("`..`", "`../other`", "`a/b`")) {
            assertThatThrownBy(
                            () -> IcebergPass.ofWarehouse(folder).inspect(new TableRef("iceberg", "lake/shop." + name)))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_NOT_FOUND));
        }
    }
}
