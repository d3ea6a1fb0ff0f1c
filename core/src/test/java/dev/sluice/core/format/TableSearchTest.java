/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.core.testing.FolderTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** On a store that fails the test as soon as anything but a folder is listed. */
class TableSearchTest {

    private final FolderTree tree = new FolderTree();
    private final List<String> excluded = new ArrayList<>();

    @Test
    void finds_every_table_below_a_place_and_lists_each_folder_once() {
        tree.with("/lake/orders/_log", "/lake/orders/day=1", "/lake/sales/eu/returns/_log", "/lake/sales/empty");

        assertThat(found("/lake/**")).containsExactly("log:/lake/orders", "log:/lake/sales/eu/returns");
        assertThat(tree.listed())
                .containsExactly(
                        "/lake",
                        "/lake/orders",
                        "/lake/sales",
                        "/lake/sales/empty",
                        "/lake/sales/eu",
                        "/lake/sales/eu/returns");
        assertThat(tree.open()).isZero();
    }

    @Test
    void goes_no_deeper_where_a_table_is() {
        tree.with("/lake/orders/_log", "/lake/orders/inner/_log", "/lake/orders/day=1/deep");

        assertThat(found("/lake/**")).containsExactly("log:/lake/orders");
        assertThat(tree.listed()).containsExactly("/lake", "/lake/orders");
    }

    @Test
    void looks_only_where_something_can_match() {
        tree.with("/lake/eu/orders/_log", "/lake/us/orders/_log", "/lake/us/returns/_log", "/lake/orders/_log");

        assertThat(found("/lake/*/orders")).containsExactly("log:/lake/eu/orders", "log:/lake/us/orders");
        assertThat(tree.listed())
                .containsExactly("/lake", "/lake/eu", "/lake/eu/orders", "/lake/orders", "/lake/us", "/lake/us/orders");
    }

    @Test
    void leaves_hidden_folders_alone_unless_they_are_named() {
        tree.with("/lake/_trash/orders/_log", "/lake/.tmp/orders/_log", "/lake/orders/_log");

        assertThat(found("/lake/**")).containsExactly("log:/lake/orders");
        assertThat(found("/lake/_trash/**")).containsExactly("log:/lake/_trash/orders");
    }

    @Test
    void a_folder_that_cannot_be_listed_is_told_of_and_is_not_the_end() {
        tree.with("/lake/a/_log", "/lake/z/_log").locked("/lake/m");

        List<Sighting> all = sightings("/lake/**");

        assertThat(all).extracting(Sighting::place).containsExactly("log:/lake/a", "/lake/m", "log:/lake/z");
        assertThat(all.get(1).obstacle())
                .hasValueSatisfying(e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE));
    }

    @Test
    void a_table_that_several_patterns_name_is_found_once() {
        tree.with("/lake/eu/orders/_log", "/lake/us/orders/_log");

        assertThat(found("/lake/eu/**", "/lake/**", "/lake/*/orders"))
                .containsExactly("log:/lake/eu/orders", "log:/lake/us/orders");
    }

    @Test
    void what_is_excluded_is_neither_found_nor_looked_into() {
        tree.with("/lake/tmp/deep/a/_log", "/lake/orders/_log", "/lake/orders_old/_log");
        excluded.addAll(List.of("/lake/tmp", "/lake/*_old"));

        assertThat(found("/lake/**")).containsExactly("log:/lake/orders");
        assertThat(tree.listed()).containsExactly("/lake", "/lake/orders");
    }

    @Test
    void one_format_may_be_excluded_where_another_is_not() {
        tree.with("/lake/orders/_log", "/lake/vectors/_rows");
        excluded.add("log:/lake/**");

        assertThat(found("/lake/**")).containsExactly("rows:/lake/vectors");
    }

    @Test
    void a_pattern_of_one_format_finds_no_other() {
        tree.with("/lake/orders/_log", "/lake/vectors/_rows");

        assertThat(found("rows:/lake/**")).containsExactly("rows:/lake/vectors");
    }

    @Test
    void a_plain_folder_stands_for_its_table_or_for_those_below_it() {
        tree.with("/lake/orders/_log", "/lake/deep/returns/_log");

        assertThat(below("/lake/orders")).containsExactly("log:/lake/orders");
        assertThat(below("/lake")).containsExactly("log:/lake/deep/returns", "log:/lake/orders");
        assertThat(below("/nowhere")).isEmpty();
    }

    @Test
    void a_format_may_know_tables_by_names_of_its_own() {
        excluded.add("names:shop/sales.tmp_*");

        assertThat(found("names:shop/sales.*")).containsExactly("names:shop/sales.orders");
        assertThat(tree.listed()).isEmpty();
    }

    private List<String> found(String... patterns) {
        return sightings(patterns).stream().map(Sighting::place).toList();
    }

    private List<String> below(String folder) {
        Location location = Location.parse(folder);
        return sightings(new TablePattern(Optional.empty(), folder, Glob.below(location))).stream()
                .map(Sighting::place)
                .toList();
    }

    private List<Sighting> sightings(String... patterns) {
        return sightings(Arrays.stream(patterns).map(TableSearchTest::pattern).toArray(TablePattern[]::new));
    }

    private List<Sighting> sightings(TablePattern... patterns) {
        Formats formats = new Formats(List.of(new Signed("log", "_log"), new Signed("rows", "_rows"), new Named()));
        List<TablePattern> without =
                excluded.stream().map(TableSearchTest::pattern).toList();
        try (Stream<Sighting> found = new TableSearch(formats, tree).find(List.of(patterns), without)) {
            return found.toList();
        }
    }

    private static TablePattern pattern(String text) {
        int colon = text.indexOf(':');
        Optional<String> format = colon < 0 ? Optional.empty() : Optional.of(text.substring(0, colon));
        String address = text.substring(colon + 1);
        return new TablePattern(
                format, address, Glob.of(Location.local(address.startsWith("/") ? address : "/" + address)));
    }

    /** A format whose tables are told by a subfolder. */
    private static class Signed implements TableFormat {
        private final String name;
        private final String sign;

        Signed(String name, String sign) {
            this.name = name;
            this.sign = sign;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean showsTable(Location folder, String subfolder) {
            return subfolder.equals(sign);
        }

        @Override
        public boolean livesAt(Location location) {
            throw new UnsupportedOperationException();
        }

        @Override
        public TableState inspect(TableRef table) {
            throw new UnsupportedOperationException("A search opens no table");
        }

        @Override
        public TableState inspect(TableRef table, long version) {
            throw new UnsupportedOperationException("A search opens no table");
        }

        @Override
        public Leftovers leftovers(TableState state, Retention retention) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Traces traces(TableRef table, List<Location> written) {
            throw new UnsupportedOperationException();
        }

        @Override
        public TableChanger changer() {
            throw new UnsupportedOperationException();
        }
    }

    /** A format that knows tables by the names of a catalog. */
    private static final class Named extends Signed {
        Named() {
            super("names", "");
        }

        @Override
        public Optional<Stream<Sighting>> named(String pattern) {
            return pattern.startsWith("shop/")
                    ? Optional.of(Stream.of("shop/sales.orders", "shop/sales.tmp_1", "shop/hr.people")
                            .filter(name -> Glob.fits(pattern, name))
                            .map(name -> Sighting.of(new TableRef("names", name))))
                    : Optional.empty();
        }
    }
}
