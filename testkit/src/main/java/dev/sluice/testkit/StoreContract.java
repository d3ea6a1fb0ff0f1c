/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.store.Store.PutOutcome;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store promises. A store's own test extends it and says which store, and which empty folder in it. */
public abstract class StoreContract {

    private static final int RACERS = 12;
    private static final int RACES = 25;

    protected abstract Store store();

    /** A folder with nothing in it, another one for each test. */
    protected abstract Location folder();

    /** False for a store that says DELETED of a file that was not there. */
    protected boolean tellsWhatWasAbsent() {
        return true;
    }

    @Test
    public void finds_nothing_where_nothing_is() {
        Location nowhere = folder().resolve("nowhere");

        assertThat(store().find(nowhere)).isEmpty();
        assertThat(store().find(nowhere.resolve("deeper"))).isEmpty();
        assertThat(store().holds(nowhere)).isFalse();
        assertThat(listed(nowhere)).isEmpty();
        assertThat(namesFrom(nowhere, "")).isEmpty();
    }

    @Test
    public void the_real_place_of_a_folder_holds_the_same_files_and_has_no_other() {
        write(folder().resolve("a/part.parquet"), "x");
        Location place = store().realPlace(folder().resolve("a"));

        assertThat(listed(place)).containsExactly("part.parquet");
        assertThat(read(place.resolve("part.parquet"))).isEqualTo("x");
        assertThat(store().realPlace(place)).isEqualTo(place);
        assertThat(store().realPlace(folder().resolve("nowhere/deeper")))
                .as("what is not there")
                .isEqualTo(store().realPlace(folder()).resolve("nowhere/deeper"));
        Location elsewhere = new Location("gs", "lake", "/t/data");
        assertThat(store().realPlace(elsewhere)).as("what is another store's").isEqualTo(elsewhere);
    }

    @Test
    public void a_file_is_invisible_until_it_is_committed() {
        Location file = folder().resolve("a/part.parquet");
        try (StoreOutput output = store().create(file)) {
            output.write(bytes("whole"));

            assertThat(store().find(file)).isEmpty();
            assertThat(listed(folder())).doesNotContain("a/part.parquet");
            assertThat(output.position()).isEqualTo(5);

            StoredFile committed = output.commit();

            assertThat(committed.location()).isEqualTo(file);
            assertThat(committed.size()).isEqualTo(Bytes.of(5));
        }
        assertThat(read(file)).isEqualTo("whole");
        assertThat(listed(folder())).containsExactly("a/part.parquet");
    }

    @Test
    public void closing_without_a_commit_leaves_nothing() {
        try (StoreOutput output = store().create(folder().resolve("a/part.parquet"))) {
            output.write(bytes("never seen"));
        }

        assertThat(listed(folder())).isEmpty();
    }

    @Test
    public void refuses_to_commit_over_a_file_and_leaves_that_one_as_it_was() {
        Location file = folder().resolve("part.parquet");
        try (StoreOutput output = store().create(file)) {
            output.write(bytes("late"));
            write(file, "early");

            assertThatThrownBy(output::commit)
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("is there already");
        }
        assertThat(read(file)).isEqualTo("early");
        assertThat(listed(folder())).containsExactly("part.parquet");
    }

    @Test
    public void an_empty_file_is_a_file() {
        Location file = folder().resolve("_SUCCESS");
        write(file, "");

        assertThat(store().find(file)).map(StoredFile::size).contains(Bytes.ZERO);
        assertThat(read(file)).isEmpty();
    }

    @Test
    public void reads_any_range_from_many_threads_at_a_time() throws Exception {
        byte[] content = new byte[300_000];
        new Random(7).nextBytes(content);
        Location file = folder().resolve("part.parquet");
        try (StoreOutput output = store().create(file)) {
            for (int from = 0; from < content.length; from += 7_001) {
                output.write(ByteBuffer.wrap(content, from, Math.min(7_001, content.length - from)));
            }
            output.commit();
        }
        try (StoreInput input = store().open(file)) {
            assertThat(input.size()).isEqualTo(content.length);
            List<Boolean> right = race(RACERS, racer -> {
                Random random = new Random(racer);
                for (int i = 0; i < 50; i++) {
                    int from = random.nextInt(content.length);
                    int length = random.nextInt(content.length - from + 1);
                    ByteBuffer target =
                            ByteBuffer.allocate(length + 2).position(1).limit(length + 1);
                    input.readFully(from, target);
                    if (!Arrays.equals(target.array(), 1, length + 1, content, from, from + length)) {
                        return false;
                    }
                }
                return true;
            });
            assertThat(right).doesNotContain(false);
        }
    }

    @Test
    public void refuses_to_read_beyond_the_end_of_a_file() {
        Location file = folder().resolve("part.parquet");
        write(file, "0123456789");
        try (StoreInput input = store().open(file)) {
            assertThatThrownBy(() -> input.readFully(8, ByteBuffer.allocate(4)))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("4 bytes from 8");
        }
    }

    @Test
    public void refuses_to_open_what_is_not_there() {
        Location file = folder().resolve("gone.parquet");

        assertThatThrownBy(() -> store().open(file).close())
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("does not exist");
    }

    @Test
    public void puts_a_file_where_none_is_and_says_so_where_one_is() {
        Location file = folder().resolve("_delta_log/00000000000000000000.json");

        assertThat(store().putIfAbsent(file, content("first"))).isEqualTo(PutOutcome.CREATED);
        assertThat(store().putIfAbsent(file, content("second"))).isEqualTo(PutOutcome.EXISTS);
        assertThat(read(file)).isEqualTo("first");
        assertThat(listed(folder())).containsExactly("_delta_log/00000000000000000000.json");
    }

    @Test
    public void of_many_racing_callers_exactly_one_creates_the_file() throws Exception {
        for (int round = 0; round < RACES; round++) {
            Location file = folder().resolve("log/%020d.json".formatted(round));
            List<PutOutcome> outcomes = race(RACERS, racer -> store().putIfAbsent(file, content("racer " + racer)));

            assertThat(outcomes).containsOnlyOnce(PutOutcome.CREATED);
            assertThat(read(file)).isEqualTo("racer " + outcomes.indexOf(PutOutcome.CREATED));
        }
        assertThat(listed(folder())).hasSize(RACES);
    }

    @Test
    public void of_many_racing_outputs_exactly_one_is_committed() throws Exception {
        Location file = folder().resolve("part.parquet");
        List<Boolean> committed = race(RACERS, racer -> {
            try (StoreOutput output = store().create(file)) {
                output.write(bytes("racer " + racer));
                output.commit();
                return true;
            } catch (GateException refused) {
                return false;
            }
        });

        assertThat(committed).containsOnlyOnce(true);
        assertThat(read(file)).isEqualTo("racer " + committed.indexOf(true));
        assertThat(listed(folder())).containsExactly("part.parquet");
    }

    @Test
    public void a_replaced_file_is_seen_as_the_old_whole_or_the_new() throws Exception {
        Location file = folder().resolve("_delta_log/_last_checkpoint");
        store().replace(file, content("0".repeat(1_000)));
        List<Boolean> whole = race(4, racer -> {
            for (int i = 1; i < 50; i++) {
                if (racer == 0) {
                    store().replace(file, content(String.valueOf(i % 10).repeat(1_000 + i)));
                } else if (read(file).chars().distinct().count() != 1) {
                    return false;
                }
            }
            return true;
        });

        assertThat(whole).doesNotContain(false);
        assertThat(read(file)).isEqualTo("9".repeat(1_049));
        assertThat(listed(folder())).containsExactly("_delta_log/_last_checkpoint");
    }

    @Test
    public void lists_files_at_any_depth_with_their_size_and_time() {
        Instant before = Instant.now().minusSeconds(60);
        for (String name : List.of("a", "b/c", "b/.hidden", "b/_log/d", "b/d/e/f")) {
            write(folder().resolve("t/" + name), name);
        }
        write(folder().resolve("t2/beside"), "of another folder that begins alike");

        assertThat(listed(folder().resolve("t")))
                .containsExactlyInAnyOrder("a", "b/.hidden", "b/_log/d", "b/c", "b/d/e/f");
        try (Stream<StoredFile> files = store().list(folder().resolve("t/b"))) {
            assertThat(files).allSatisfy(file -> {
                assertThat(store().find(file.location())).contains(file);
                assertThat(file.size())
                        .isEqualTo(Bytes.of(folder().resolve("t")
                                .relativize(file.location())
                                .length()));
                assertThat(file.modifiedAt()).isBetween(before, Instant.now().plusSeconds(60));
            });
        }
    }

    @Test
    public void a_listing_may_be_left_early() {
        for (int i = 0; i < 10; i++) {
            write(folder().resolve("f" + i), "");
        }
        try (Stream<StoredFile> files = store().list(folder())) {
            assertThat(files.findFirst()).isPresent();
        }
        try (Stream<StoredFile> files = store().listFrom(folder(), "f4")) {
            assertThat(files.map(file -> file.location().name()).findFirst()).contains("f4");
        }
    }

    @Test
    public void a_listing_survives_that_files_vanish_meanwhile() {
        List<Location> files = IntStream.range(0, 200)
                .mapToObj(i -> folder().resolve("p=%d/f%d".formatted(i % 20, i)))
                .toList();
        files.forEach(file -> write(file, "x"));
        try (Stream<StoredFile> listing = store().list(folder())) {
            Iterator<StoredFile> iterator = listing.iterator();
            assertThat(iterator.hasNext()).isTrue();
            store().delete(files);

            assertThat(iterator).toIterable().hasSizeBetween(1, 200);
        }
    }

    @Test
    public void lists_a_folder_from_a_name_on_in_the_order_of_the_utf_8_bytes() {
        // In UTF-16, Java's own order, the face would come before the fullwidth tilde.
        List<String> ordered =
                List.of("00000000000000000007.json", "00000000000000000010.json", "A", "_x", "a", "é", "～", "😀");
        for (int i = ordered.size() - 1; i >= 0; i--) {
            write(folder().resolve(ordered.get(i)), "");
        }
        write(folder().resolve("b/below"), "");

        assertThat(namesFrom(folder(), "")).containsExactlyElementsOf(ordered);
        assertThat(namesFrom(folder(), "00000000000000000010.json"))
                .containsExactlyElementsOf(ordered.subList(1, ordered.size()));
        assertThat(namesFrom(folder(), "00000000000000000008"))
                .containsExactlyElementsOf(ordered.subList(1, ordered.size()));
        assertThat(namesFrom(folder(), "～")).containsExactly("～", "😀");
        assertThat(namesFrom(folder(), "😀😀")).isEmpty();
    }

    @Test
    public void tells_a_folder_from_a_file_and_from_the_beginning_of_a_name() {
        write(folder().resolve("orders/part.parquet"), "");

        assertThat(store().holds(folder().resolve("orders"))).isTrue();
        assertThat(store().holds(folder().resolve("order"))).isFalse();
        assertThat(store().holds(folder().resolve("orders/part.parquet"))).isFalse();
        assertThat(store().find(folder().resolve("orders"))).isEmpty();
    }

    @Test
    public void lists_the_folders_of_a_folder_and_nothing_below_them() {
        List<String> ordered = List.of("A=1", "_delta_log", "a", "é", "～", "😀");
        for (int i = ordered.size() - 1; i >= 0; i--) {
            write(folder().resolve("t/" + ordered.get(i) + "/part.parquet"), "");
            write(folder().resolve("t/" + ordered.get(i) + "/deep/er/part.parquet"), "");
        }
        write(folder().resolve("t/a file beside"), "");
        write(folder().resolve("t2/beside/part.parquet"), "of another folder that begins alike");

        assertThat(foldersIn(folder().resolve("t"))).containsExactlyElementsOf(ordered);
        assertThat(foldersIn(folder().resolve("t/a"))).containsExactly("deep");
        assertThat(foldersIn(folder().resolve("t/a/deep/er"))).isEmpty();
        assertThat(foldersIn(folder().resolve("nowhere"))).isEmpty();
    }

    @Test
    public void a_listing_of_folders_may_be_left_early() {
        for (int i = 0; i < 10; i++) {
            write(folder().resolve("f%d/part.parquet".formatted(i)), "");
        }
        try (Stream<Location> folders = store().folders(folder())) {
            assertThat(folders.map(Location::name).findFirst()).contains("f0");
        }
    }

    static Stream<String> hard_names() {
        return Stream.of(
                "a b",
                " ab ",
                "a%b",
                "a%20b",
                "a%2520b",
                "a+b",
                "a:b",
                "a#b",
                "a?b",
                "a=b",
                "~a",
                "a&b",
                "a'b",
                "a\"b",
                "a\\b",
                "a*b",
                "a[b]{c}",
                "a|b",
                "a;b",
                "@",
                "-rf",
                "é",
                "日本",
                "😀",
                "...",
                "a..b",
                "x".repeat(200));
    }

    @ParameterizedTest
    @MethodSource("hard_names")
    public void keeps_every_character_of_a_name(String name) {
        Location file = folder().resolve(name + "/" + name);
        write(file, name);

        assertThat(read(file)).isEqualTo(name);
        assertThat(store().find(file)).map(StoredFile::location).contains(file);
        assertThat(listed(folder())).containsExactly(name + "/" + name);
        assertThat(namesFrom(folder().resolve(name), name)).containsExactly(name);
        assertThat(foldersIn(folder())).containsExactly(name);
        assertThat(store().putIfAbsent(file, content("other"))).isEqualTo(PutOutcome.EXISTS);
        assertThat(kinds(store().delete(List.of(file)))).containsExactly(DeleteOutcome.Kind.DELETED);
        assertThat(listed(folder())).isEmpty();
    }

    @Test
    public void deletes_with_an_outcome_for_each_file_in_the_order_given() {
        List<Location> files = IntStream.range(0, 2_300)
                .mapToObj(i -> folder().resolve("f" + i))
                .toList();
        List<DeleteOutcome.Kind> expected = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            boolean there = i % 97 == 0;
            if (there) {
                write(files.get(i), "");
            }
            expected.add(there || !tellsWhatWasAbsent() ? DeleteOutcome.Kind.DELETED : DeleteOutcome.Kind.ABSENT);
        }

        List<DeleteOutcome> outcomes = store().delete(files);

        assertThat(outcomes).extracting(DeleteOutcome::file).containsExactlyElementsOf(files);
        assertThat(kinds(outcomes)).containsExactlyElementsOf(expected);
        assertThat(listed(folder())).isEmpty();
        assertThat(store().delete(List.of())).isEmpty();
    }

    @Test
    public void never_deletes_a_folder() {
        write(folder().resolve("a/b"), "kept");

        List<DeleteOutcome> outcomes = store().delete(List.of(folder().resolve("a")));

        if (tellsWhatWasAbsent()) {
            assertThat(kinds(outcomes)).doesNotContain(DeleteOutcome.Kind.DELETED);
        }
        assertThat(read(folder().resolve("a/b"))).isEqualTo("kept");
    }

    protected final void write(Location file, String text) {
        try (StoreOutput output = store().create(file)) {
            output.write(bytes(text));
            output.commit();
        }
    }

    protected final String read(Location file) {
        try (StoreInput input = store().open(file)) {
            ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(input.size()));
            input.readFully(0, all);
            return new String(all.array(), StandardCharsets.UTF_8);
        }
    }

    /** The relative paths of all files below a folder. */
    protected final List<String> listed(Location folder) {
        try (Stream<StoredFile> files = store().list(folder)) {
            return files.map(file -> folder.relativize(file.location())).toList();
        }
    }

    private List<String> namesFrom(Location folder, String from) {
        try (Stream<StoredFile> files = store().listFrom(folder, from)) {
            return files.map(file -> file.location().name()).toList();
        }
    }

    private List<String> foldersIn(Location folder) {
        try (Stream<Location> folders = store().folders(folder)) {
            return folders.map(Location::name).toList();
        }
    }

    private static List<DeleteOutcome.Kind> kinds(List<DeleteOutcome> outcomes) {
        return outcomes.stream().map(DeleteOutcome::kind).toList();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(content(text));
    }

    private static byte[] content(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Runs the racers from one starting line and gives what each came to, in the order of their numbers. */
    private static <T> List<T> race(int racers, Racer<T> racer) throws InterruptedException, ExecutionException {
        CyclicBarrier start = new CyclicBarrier(racers);
        ExecutorService threads = Executors.newFixedThreadPool(racers);
        try {
            List<Callable<T>> tasks = new ArrayList<>();
            for (int i = 0; i < racers; i++) {
                int number = i;
                tasks.add(() -> {
                    start.await();
                    return racer.run(number);
                });
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private interface Racer<T> {
        T run(int number) throws Exception;
    }
}
