/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IcebergPathTest {

    @ParameterizedTest
    @CsvSource({
        "/lake/t/data/a.parquet, /lake/t/data/a.parquet",
        "file:/lake/t/data/a.parquet, /lake/t/data/a.parquet",
        "file:///lake/t/data/a.parquet, /lake/t/data/a.parquet",
        "s3://lake/t/a.parquet, s3://lake/t/a.parquet",
        "s3a://lake/t/a.parquet, s3://lake/t/a.parquet",
        "s3n://lake/t/a.parquet, s3://lake/t/a.parquet",
        "s3://lake/t/, s3://lake/t",
    })
    void several_spellings_are_one_place(String path, String place) {
        assertThat(IcebergPath.location(path)).hasToString(place);
    }

    @Test
    void what_looks_encoded_is_the_files_very_name() {
        assertThat(IcebergPath.location("s3://lake/t/ts=2024-12-13T11%3A00/a b+c.parquet")
                        .path())
                .isEqualTo("/t/ts=2024-12-13T11%3A00/a b+c.parquet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3://lake/t//a.parquet", "s3://lake/t/../a.parquet", "s3a://lake/./a.parquet"})
    void an_object_that_a_location_cannot_name_is_refused(String path) {
        assertThatThrownBy(() -> IcebergPath.location(path))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data/a.parquet", ""})
    void what_is_no_absolute_path_is_refused(String path) {
        assertThatThrownBy(() -> IcebergPath.location(path))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED));
    }

    @Test
    void icebergs_own_libraries_get_a_local_file_with_its_scheme() {
        assertThat(IcebergPath.text(Location.parse("/lake/t"))).isEqualTo("file:/lake/t");
        assertThat(IcebergPath.text(Location.parse("s3://lake/t"))).isEqualTo("s3://lake/t");
    }
}
