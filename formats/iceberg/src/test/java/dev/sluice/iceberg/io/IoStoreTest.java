/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoredFile;
import dev.sluice.testkit.StoreContract;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The store on a file access that a catalog gave: all that a store promises but for commits, which are the catalog's. */
class IoStoreTest extends StoreContract {

    private static final Location FOLDER = Location.parse("gs://lake/warehouse/t");

    private final BucketIO io = new BucketIO();
    private final IoStore store = new IoStore(io, Clock.systemUTC());

    @Override
    protected Store store() {
        return store;
    }

    @Override
    protected Location folder() {
        return FOLDER;
    }

    /** Whoever comes first is known only when a file is begun; names of ours are used once. */
    @Test
    @Override
    public void refuses_to_commit_over_a_file_and_leaves_that_one_as_it_was() {
        Location file = FOLDER.resolve("part.parquet");
        write(file, "early");

        assertThatThrownBy(() -> store.create(file))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("Object exists");
        assertThat(read(file)).isEqualTo("early");
    }

    @Test
    @Override
    public void puts_a_file_where_none_is_and_says_so_where_one_is() {
        assertThatThrownBy(() -> store.putIfAbsent(FOLDER.resolve("v1.metadata.json"), new byte[1]))
                .hasMessageContaining("A file of this kind is written by the catalog, not through its files.");
        assertThat(listed(FOLDER)).isEmpty();
    }

    @Test
    @Override
    public void a_replaced_file_is_seen_as_the_old_whole_or_the_new() {
        assertThatThrownBy(() -> store.replace(FOLDER.resolve("version-hint.text"), new byte[1]))
                .hasMessageContaining("A file of this kind is written by the catalog, not through its files.");
        assertThat(listed(FOLDER)).isEmpty();
    }

    /** No races: there is nothing here that two could commit. */
    @Override
    public void of_many_racing_callers_exactly_one_creates_the_file() {}

    /** No races: there is nothing here that two could commit. */
    @Override
    public void of_many_racing_outputs_exactly_one_is_committed() {}

    @ParameterizedTest
    @MethodSource("hard_names")
    @Override
    public void keeps_every_character_of_a_name(String name) {
        Location file = FOLDER.resolve(name + "/" + name);
        write(file, name);

        assertThat(read(file)).isEqualTo(name);
        assertThat(store.find(file)).map(StoredFile::location).contains(file);
        assertThat(listed(FOLDER)).containsExactly(name + "/" + name);
        assertThat(store.delete(List.of(file)))
                .extracting(DeleteOutcome::kind)
                .containsExactly(DeleteOutcome.Kind.DELETED);
        assertThat(listed(FOLDER)).isEmpty();
    }

    @Test
    void a_listing_that_is_denied_midway_is_a_refusal_of_ours() {
        write(FOLDER.resolve("a"), "");
        write(FOLDER.resolve("b"), "");
        io.deniesListingAfter(1);

        assertThatThrownBy(() -> listed(FOLDER))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining(FOLDER.toString())
                .hasMessageContaining("AccessDenied");
    }

    @Test
    void a_file_that_cannot_be_looked_for_is_not_deleted_and_says_why() {
        Location file = FOLDER.resolve("a");
        write(file, "kept");
        io.deniesListingAfter(0);

        assertThat(store.delete(List.of(file))).singleElement().satisfies(outcome -> {
            assertThat(outcome.kind()).isEqualTo(DeleteOutcome.Kind.FAILED);
            assertThat(outcome.reason()).contains("AccessDenied");
        });
        assertThat(read(file)).isEqualTo("kept");
    }

    @Test
    void an_access_that_cannot_list_says_so_and_what_it_is() {
        Store blind = new IoStore(new InMemoryFileIO(), Clock.systemUTC());

        assertThatThrownBy(() -> {
                    try (Stream<StoredFile> files = blind.list(FOLDER)) {
                        files.forEach(file -> {});
                    }
                })
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining("The file access that the catalog gives (InMemoryFileIO) cannot list.");
    }

    @Test
    void nothing_is_held_of_an_open_file() {
        write(FOLDER.resolve("a"), "0123456789");
        StoreInput input = store.open(FOLDER.resolve("a"));
        input.close();

        assertThat(input.size()).isEqualTo(10);
    }
}
