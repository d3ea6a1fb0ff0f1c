/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableMarkTest {

    private final Set<Location> files = new TreeSet<>();
    private final Set<Location> denied = new TreeSet<>();
    private final Map<Location, Location> links = new HashMap<>();

    @ParameterizedTest
    @CsvSource({
        "DELTA,_delta_log/00000000000000000000.json",
        "ICEBERG,metadata/v1.metadata.json",
        "ICEBERG,elsewhere/00001-a.metadata.json.gz",
        "LANCE,_versions/1.manifest",
        "HUDI,.hoodie/hoodie.properties",
        "HUDI,.hoodie/timeline/20240101.commit",
        "PAIMON,schema/schema-0"
    })
    void a_file_shows_a_table_in_the_folder_and_below_it(TableMark mark, String path) {
        assertThat(TableMark.of(path)).contains(mark);
        assertThat(TableMark.of("data/nested/" + path)).contains(mark);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data/part.parquet",
                "metadata/snap-1.avro",
                "metadata/.v1.metadata.json.crc",
                "my_delta_log/00000000000000000000.json",
                "_versions/1.txt",
                "not.hoodie/x",
                "schema/readme",
                "schema-1",
                "my-schema/schema-1"
            })
    void other_files_show_none(String path) {
        assertThat(TableMark.of(path)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Delta,_delta_log/00000000000000000000.json",
        "Iceberg,metadata/v1.metadata.json",
        "Lance,_versions/1.manifest",
        "Hudi,.hoodie/hoodie.properties",
        "Paimon,schema/schema-0"
    })
    void a_table_above_is_told_of_at_any_height_up_to_the_root(String format, String path) {
        for (String place : new String[] {"s3://lake/", "s3://lake/a/", "s3://lake/a/b/"}) {
            files.clear();
            files.add(Location.parse(place + path));

            assertThat(above("s3://lake/a/b/t"))
                    .contains("The table lies below another table (%s), %s, which may refer to its files."
                            .formatted(format, Location.parse(place)));
        }
    }

    @Test
    void what_lies_beside_it_or_in_it_is_no_table_above() {
        files.add(Location.parse("s3://lake/a/t/_delta_log/00000000000000000000.json"));
        files.add(Location.parse("s3://lake/a/other/_delta_log/00000000000000000000.json"));
        files.add(Location.parse("s3://other/_delta_log/00000000000000000000.json"));

        assertThat(above("s3://lake/a/t")).isEmpty();
    }

    @Test
    void a_table_above_the_folder_that_a_link_leads_to_is_told_of_too() {
        files.add(Location.parse("/disk/outer/_delta_log/00000000000000000000.json"));
        links.put(Location.parse("/lake/t"), Location.parse("/disk/outer/t"));

        assertThat(above("/lake/t")).hasValueSatisfying(why -> assertThat(why).contains("/disk/outer"));
    }

    @Test
    void where_nobody_may_look_above_that_is_the_objection() {
        denied.add(Location.parse("s3://lake/a/.hoodie"));

        assertThat(above("s3://lake/a/t"))
                .contains("Whether the table lies below another one, which may refer to its files, cannot be told:"
                        + " s3://lake/a/.hoodie: Access is denied.");
    }

    private Optional<String> above(String table) {
        return TableMark.objectionAbove(store(), Location.parse(table));
    }

    /** Says only what these tests ask for. */
    private Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    Location place = (Location) arguments[0];
                    if (denied.contains(place)) {
                        throw new GateException(Fault.STORAGE, place.toString(), "Access is denied.");
                    }
                    return switch (method.getName()) {
                        case "holds" -> files.stream().anyMatch(place::contains);
                        case "listFrom" ->
                            files.stream()
                                    .filter(file -> file.parent().equals(place))
                                    .map(file -> new StoredFile(file, Bytes.ZERO, Instant.EPOCH));
                        case "realPlace" -> links.getOrDefault(place, place);
                        default -> throw new AssertionError(method.getName());
                    };
                });
    }
}
