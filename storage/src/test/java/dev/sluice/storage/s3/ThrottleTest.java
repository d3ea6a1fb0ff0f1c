/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.store.Store.PutOutcome;
import dev.sluice.core.store.StoredFile;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.Mishap;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A service that wants fewer requests gets fewer, and all is done in the end. */
class ThrottleTest {

    @Test
    void lets_half_as_many_through_after_a_complaint_and_slowly_more_again() {
        Throttle throttle = new Throttle(64, Duration.ofHours(1));
        complaints(throttle, 1);
        assertThat(throttle.allowed()).isEqualTo(32);

        complaints(throttle, 10);
        assertThat(throttle.allowed()).as("complaints at the same time are one").isEqualTo(32);

        for (int i = 0; i < 33; i++) {
            assertThat(throttle.enter()).isTrue();
            throttle.leave(false);
        }
        assertThat(throttle.allowed()).isEqualTo(33);
    }

    @Test
    void lets_one_through_at_least() {
        Throttle throttle = new Throttle(8, Duration.ofNanos(1));
        for (int i = 0; i < 20; i++) {
            complaints(throttle, 1);
            Thread.onSpinWait();
        }

        assertThat(throttle.allowed()).isOne();
    }

    @Test
    void an_interrupted_thread_does_not_wait_for_its_turn() {
        Throttle throttle = new Throttle(1, Duration.ofHours(1));
        assertThat(throttle.enter()).isTrue();
        Thread.currentThread().interrupt();

        assertThat(throttle.enter()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_storm_of_refusals_is_outlasted() throws Exception {
        Sample sample = Sample.seeded();
        Random chance = sample.random(1);
        List<Location> files = IntStream.range(0, 200)
                .mapToObj(i -> Location.parse("s3://lake/storm/f" + i))
                .toList();
        ExecutorService writers = Executors.newFixedThreadPool(16);
        try (S3Emulator emulator = S3Emulator.inMemory("lake");
                FaultyProxy proxy = FaultyProxy.before(emulator.address());
                S3Store store = Emulated.patient(proxy.address())) {
            proxy.planning(request -> {
                synchronized (chance) {
                    return chance.nextInt(10) < 3 ? Mishap.answer(503, "SlowDown") : Mishap.NONE;
                }
            });

            List<CompletableFuture<PutOutcome>> puts = files.stream()
                    .map(file -> CompletableFuture.supplyAsync(() -> store.putIfAbsent(file, new byte[1]), writers))
                    .toList();

            assertThat(puts)
                    .as("seed %d", sample.seed())
                    .allSatisfy(put -> assertThat(put.join()).isEqualTo(PutOutcome.CREATED));
            try (Stream<StoredFile> listed = store.list(Location.parse("s3://lake/storm"))) {
                assertThat(listed).hasSize(files.size());
            }
            assertThat(store.delete(files)).extracting(DeleteOutcome::kind).containsOnly(DeleteOutcome.Kind.DELETED);
        } finally {
            writers.shutdownNow();
        }
    }

    @Test
    void waits_as_long_as_the_service_asks() {
        try (FaultyProxy proxy = FaultyProxy.before(java.net.URI.create("http://127.0.0.1:1"));
                S3Store store = Emulated.store(proxy.address())) {
            proxy.planning(request -> request.number() == 1
                    ? Mishap.answer(429, "TooManyRequests", "Retry-After: 1")
                    : Mishap.say(404, ""));
            long start = System.nanoTime();

            assertThat(store.find(Location.parse("s3://lake/a"))).isEmpty();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    private static void complaints(Throttle throttle, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(throttle.enter()).isTrue();
        }
        for (int i = 0; i < count; i++) {
            throttle.leave(true);
        }
    }
}
