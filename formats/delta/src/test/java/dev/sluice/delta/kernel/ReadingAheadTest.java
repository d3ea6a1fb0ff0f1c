/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoredFile;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is asked for before somebody wants it shows by the requests to the store. */
class ReadingAheadTest {

    private static final Location LOG = Location.parse("s3://lake/table/_delta_log");

    private final Map<String, String> stored = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> opened = new ConcurrentLinkedQueue<>();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private CountDownLatch together = new CountDownLatch(0);
    private final CommitFiles files = new CommitFiles(store());

    @Test
    void the_older_commits_that_a_listing_showed_are_read_beside_the_one_that_is_opened() {
        show(LOG, 20, 10);
        together = new CountDownLatch(CommitFiles.AT_ONCE); // nobody gets an answer before all of them have asked

        assertThat(read(LOG, 19)).isEqualTo("commit 19");
        assertThat(opened).containsExactlyInAnyOrderElementsOf(names(4, 19));

        for (int version = 18; version >= 0; version--) {
            assertThat(read(LOG, version)).isEqualTo("commit " + version);
        }
        assertThat(opened).containsExactlyInAnyOrderElementsOf(names(0, 19));
    }

    @Test
    void nothing_newer_and_nothing_that_no_listing_showed_is_read() {
        show(LOG, 3, 10);
        stored.put(LOG.resolve(name(3)).toString(), "commit 3");

        assertThat(read(LOG, 3)).isEqualTo("commit 3");
        assertThat(opened).containsExactly(name(3));

        assertThat(read(LOG, 1)).isEqualTo("commit 1");
        assertThat(opened).containsExactlyInAnyOrder(name(3), name(1), name(0));
    }

    @Test
    void what_fails_is_told_where_it_is_opened_and_not_before() {
        show(LOG, 3, 10);
        failing.add(name(1));

        assertThat(read(LOG, 2)).isEqualTo("commit 2");
        assertThatThrownBy(() -> read(LOG, 1)).isInstanceOf(GateException.class).hasMessageContaining(name(1));
        failing.clear();

        assertThat(read(LOG, 1)).isEqualTo("commit 1");
        assertThat(read(LOG, 0)).isEqualTo("commit 0");
        assertThat(opened.stream().filter(name(1)::equals)).hasSize(3);
        assertThat(opened.stream().filter(name(0)::equals)).hasSize(1);
    }

    @Test
    void large_commits_are_left_to_whoever_opens_them() {
        show(LOG, 2, CommitFiles.LARGEST + 1);

        assertThat(read(LOG, 1)).isEqualTo("commit 1");
        assertThat(opened).containsExactly(name(1));
    }

    @Test
    void no_more_is_read_ahead_than_may_be_held() {
        long fit = CommitFiles.IN_ALL / CommitFiles.LARGEST;
        String large = "x".repeat(CommitFiles.LARGEST);
        show(LOG, (int) fit + 4, CommitFiles.LARGEST);
        stored.replaceAll((file, content) -> large);

        for (long version = fit + 3; version >= 4; version--) {
            assertThat(read(LOG, version)).hasSize(CommitFiles.LARGEST);
        }
        assertThat(opened).hasSize((int) fit);
        assertThat(new HashSet<>(opened)).hasSize((int) fit);

        assertThat(read(LOG, 3)).hasSize(CommitFiles.LARGEST);
        assertThat(opened).hasSize((int) fit + 1);
    }

    @Test
    void local_files_are_read_one_by_one() {
        Location here = Location.local("/lake/table/_delta_log");
        show(here, 5, 10);

        assertThat(read(here, 4)).isEqualTo("commit 4");
        assertThat(opened).containsExactly(name(4));
    }

    private void show(Location log, int commits, long size) {
        for (int version = 0; version < commits; version++) {
            Location file = log.resolve(name(version));
            stored.put(file.toString(), "commit " + version);
            files.shown(new StoredFile(file, Bytes.of(size), Instant.EPOCH));
        }
    }

    private static String name(long version) {
        return "%020d.json".formatted(version);
    }

    private static List<String> names(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(ReadingAheadTest::name)
                .toList();
    }

    private String read(Location log, long version) {
        try (StoreInput input = files.open(log.resolve(name(version)))) {
            ByteBuffer content = ByteBuffer.allocate((int) input.size());
            input.readFully(0, content);
            return new String(content.array(), StandardCharsets.UTF_8);
        }
    }

    private Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> open((Location) arguments[0]));
    }

    private StoreInput open(Location file) throws InterruptedException {
        opened.add(file.name());
        together.countDown();
        assertThat(together.await(30, TimeUnit.SECONDS))
                .as("others asked meanwhile")
                .isTrue();
        String content = stored.get(file.toString());
        if (content == null || failing.contains(file.name())) {
            throw new GateException(Fault.STORAGE, file.toString(), "No answer came.");
        }
        return new Text(file, content);
    }

    private record Text(Location location, String content) implements StoreInput {

        @Override
        public long size() {
            return content.length();
        }

        @Override
        public void readFully(long position, ByteBuffer target) {
            target.put(content.getBytes(StandardCharsets.US_ASCII), (int) position, target.remaining());
        }

        @Override
        public void close() {}
    }
}
