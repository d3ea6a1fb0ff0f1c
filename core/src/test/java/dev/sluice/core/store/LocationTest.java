/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTest {

    private static final List<String> SEGMENTS =
            List.of("a", "b", "day=2026-11-29", "with space", "%20", "ä", "..hidden", ".hidden", "a.parquet", "x:y");

    @ParameterizedTest
    @CsvSource(textBlock = """
        /lake/orders,              file,   '',   /lake/orders,   /lake/orders
        /lake//orders/,            file,   '',   /lake/orders,   /lake/orders
        /lake/./x/../orders,       file,   '',   /lake/orders,   /lake/orders
        /../lake,                  file,   '',   /lake,          /lake
        /,                         file,   '',   /,              /
        file:/lake/orders,         file,   '',   /lake/orders,   /lake/orders
        file:///lake/orders,       file,   '',   /lake/orders,   /lake/orders
        FILE:/lake,                file,   '',   /lake,          /lake
        s3://lake/orders,          s3,     lake, /orders,        s3://lake/orders
        S3://lake/orders/,         s3,     lake, /orders,        s3://lake/orders
        s3://lake,                 s3,     lake, /,              s3://lake/
        s3a://lake/orders,         s3,     lake, /orders,        s3://lake/orders
        S3N://lake/orders,         s3,     lake, /orders,        s3://lake/orders
        s3://lake/a%20b c?d#e,     s3,     lake, /a%20b c?d#e,   s3://lake/a%20b c?d#e
        """)
    void a_location_is_read_literally_and_written_in_one_way(
            String text, String scheme, String authority, String path, String written) {
        assertThat(Location.parse(text)).isEqualTo(new Location(scheme, authority, path));
        assertThat(Location.parse(text)).hasToString(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "lake/orders", ":/lake", "s3:orders", "./lake"})
    void what_is_no_location_is_refused(String text) {
        assertThatThrownBy(() -> Location.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_local_file_has_no_host_so_that_a_missing_slash_opens_no_other_folder() {
        assertThatThrownBy(() -> Location.parse("file://lake/orders"))
                .hasMessage("A local file has no host: write file:///lake/orders if /lake/orders is meant");
    }

    @Test
    void a_local_path_is_made_absolute() {
        assertThat(Location.local(Path.of("x/../y")))
                .isEqualTo(Location.local(Path.of("y").toAbsolutePath()));
    }

    @Test
    void reading_what_was_written_gives_the_same_location() {
        for (Location location : someLocations()) {
            assertThat(Location.parse(location.toString())).isEqualTo(location);
        }
    }

    @Test
    void resolving_and_relativizing_undo_each_other() {
        List<Location> locations = someLocations();
        for (Location folder : locations) {
            for (Location other : locations) {
                if (folder.contains(other)) {
                    assertThat(folder.resolve(folder.relativize(other))).isEqualTo(other);
                } else {
                    assertThatThrownBy(() -> folder.relativize(other)).hasMessageContaining("is not below");
                }
            }
        }
    }

    @Test
    void nothing_contains_itself_and_no_two_contain_each_other() {
        List<Location> locations = someLocations();
        for (Location one : locations) {
            assertThat(one.contains(one)).isFalse();
            for (Location other : locations) {
                assertThat(one.contains(other) && other.contains(one)).isFalse();
            }
        }
    }

    @Test
    void a_parent_contains_its_child_which_has_its_own_name() {
        for (Location folder : someLocations()) {
            for (String segment : SEGMENTS) {
                Location child = folder.resolve(segment);
                assertThat(child.name()).isEqualTo(segment);
                assertThat(child.parent()).isEqualTo(folder);
                assertThat(folder.contains(child)).isTrue();
            }
        }
    }

    @Test
    void the_order_is_total_and_only_equals_are_level() {
        List<Location> locations = someLocations();
        for (Location one : locations) {
            for (Location other : locations) {
                assertThat(one.compareTo(other) == 0).isEqualTo(one.equals(other));
                assertThat(Integer.signum(one.compareTo(other))).isEqualTo(-Integer.signum(other.compareTo(one)));
            }
        }
    }

    @Test
    void a_folder_does_not_contain_what_only_begins_like_it() {
        assertThat(Location.parse("s3://lake/orders").contains(Location.parse("s3://lake/orders2/x")))
                .isFalse();
        assertThat(Location.parse("s3://lake/orders").contains(Location.parse("s3://lake2/orders/x")))
                .isFalse();
        assertThat(Location.parse("s3://lake/").contains(Location.parse("s3://lake/x")))
                .isTrue();
        assertThat(Location.parse("/lake").contains(Location.parse("s3://lake/x")))
                .isFalse();
        assertThat(Location.parse("/").contains(Location.parse("/x"))).isTrue();
    }

    /** Drawn from a fixed seed. */
    private static List<Location> someLocations() {
        Random random = new Random(20261129);
        List<Location> locations = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            StringBuilder path = new StringBuilder();
            for (int depth = random.nextInt(4); depth >= 0; depth--) {
                path.append('/').append(SEGMENTS.get(random.nextInt(SEGMENTS.size())));
            }
            locations.add(
                    random.nextBoolean()
                            ? Location.local(path.toString())
                            : new Location("s3", random.nextBoolean() ? "lake" : "lake2", path.toString()));
        }
        locations.add(Location.local("/"));
        locations.add(new Location("s3", "lake", "/"));
        return locations;
    }
}
