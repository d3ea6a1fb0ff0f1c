/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.Mishap;
import dev.sluice.emulator.S3Emulator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many requests reading takes, and that what is read is what is there, whatever the network does. */
class ReadingTest {

    private static final S3Emulator EMULATOR = S3Emulator.inMemory(Emulated.BUCKET);
    private static final S3Store DIRECT = Emulated.patient(EMULATOR.address());

    private final FaultyProxy proxy = FaultyProxy.before(EMULATOR.address());
    private final S3Store store = Emulated.patient(proxy.address());
    private final Location file = Location.parse("s3://lake/" + UUID.randomUUID());

    @AfterAll
    static void stop() {
        DIRECT.close();
        EMULATOR.close();
    }

    @AfterEach
    void close() {
        store.close();
        proxy.close();
    }

    @Test
    void a_small_file_is_one_request_however_it_is_read() {
        byte[] content = written(S3Input.TAIL);
        try (StoreInput input = store.open(file)) {
            for (int from = 0; from < content.length; from += 99_999) {
                check(input, content, from, Math.min(99_999, content.length - from));
            }
            check(input, content, content.length - 8, 8);
            check(input, content, 0, content.length);
        }
        assertThat(proxy.count()).isOne();
    }

    @Test
    void a_footer_comes_with_the_request_that_opens_the_file() {
        byte[] content = written(5 * S3Input.TAIL);
        try (StoreInput input = store.open(file)) {
            check(input, content, content.length - 8, 8);
            check(input, content, content.length - 60_000, 60_000);
            assertThat(proxy.count()).isOne();

            check(input, content, 0, content.length);
            assertThat(proxy.count()).isEqualTo(2);
        }
    }

    @Test
    void who_reads_on_and_on_is_read_ahead_of() {
        byte[] content = written(9 * S3Input.TAIL);
        int piece = 64 * 1024;
        try (StoreInput input = store.open(file)) {
            for (int from = 0; from < content.length; from += piece) {
                check(input, content, from, Math.min(piece, content.length - from));
            }
        }
        assertThat(proxy.count()).isLessThanOrEqualTo(10);
    }

    @Test
    void who_jumps_about_gets_what_was_asked_for_and_no_more() {
        byte[] content = written(3 * S3Input.TAIL);
        try (StoreInput input = store.open(file)) {
            check(input, content, 1_500_000, 1_000);
            check(input, content, 20_000, 1_000);
            check(input, content, 900_000, 1_000);
        }
        assertThat(proxy.requests())
                .extracting(request -> request.header("Range"))
                .containsExactly("bytes=-1048576", "bytes=1500000-1500999", "bytes=20000-20999", "bytes=900000-900999");
    }

    @Test
    void an_empty_file_is_read_as_one() {
        DIRECT.replace(file, new byte[0]);
        try (StoreInput input = store.open(file)) {
            assertThat(input.size()).isZero();
            input.readFully(0, ByteBuffer.allocate(0));
        }
    }

    @Test
    void a_file_that_is_replaced_while_it_is_read_is_not_read_as_a_mixture() {
        written(3 * S3Input.TAIL);
        try (StoreInput input = store.open(file)) {
            DIRECT.replace(file, new byte[3 * S3Input.TAIL]);

            assertThatThrownBy(() -> input.readFully(0, ByteBuffer.allocate(100)))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                    .hasMessageContaining("It was replaced while it was being read.");
        }
    }

    @Test
    void an_answer_that_breaks_off_is_asked_for_again() {
        byte[] content = written(3 * S3Input.TAIL);
        proxy.failing(1, Mishap.breaksOffAfter(300_000));
        try (StoreInput input = store.open(file)) {
            assertThat(proxy.count()).isEqualTo(2);
            proxy.failing(1, Mishap.breaksOffAfter(700_000));

            check(input, content, 0, content.length);
        }
        assertThat(proxy.count()).isEqualTo(4);
    }

    @Test
    void a_service_that_knows_no_ranges_at_the_end_is_read_all_the_same() {
        byte[] content = written(3 * S3Input.TAIL);
        byte[] small = Arrays.copyOf(content, 5_000);
        Location other = file.parent().resolve(UUID.randomUUID().toString());
        DIRECT.replace(other, small);
        proxy.planning(request ->
                request.number() == 1 ? Mishap.say(200, "x".repeat(2 * S3Input.TAIL), "ETag: \"1\"") : Mishap.NONE);
        try (StoreInput input = store.open(file)) {
            assertThat(input.size()).isEqualTo(2L * S3Input.TAIL);
        }
        proxy.planning(request -> Mishap.say(200, "whole", "ETag: \"1\""));
        try (StoreInput input = store.open(other)) {
            byte[] five = new byte[5];
            input.readFully(0, ByteBuffer.wrap(five));
            assertThat(new String(five, java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo("whole");
        }
    }

    @Test
    void a_range_that_is_not_the_one_asked_for_is_not_taken() {
        proxy.planning(request -> Mishap.say(206, "wrong", "ETag: \"1\"", "Content-Range: bytes 0-4/100"));
        try (S3Store hasty = new S3Store(Emulated.storage(proxy.address()).within(Emulated.IMPATIENT))) {
            assertThatThrownBy(() -> hasty.open(file).close())
                    .isInstanceOf(GateException.class)
                    .hasMessageContaining("the range \"bytes 0-4/100\" is not the end that was asked for");
        }
    }

    @Test
    void no_more_is_held_than_a_share_of_the_heap() {
        ReadAhead readAhead = new ReadAhead(100);
        readAhead.keep("a", new byte[40]);
        readAhead.keep("b", new byte[40]);
        readAhead.keep("c", new byte[40]);
        readAhead.keep("too large", new byte[101]);

        assertThat(readAhead.of("a")).isNull();
        assertThat(readAhead.of("b")).isNotNull();
        assertThat(readAhead.of("too large")).isNull();
        assertThat(readAhead.held()).isEqualTo(80);
        readAhead.forget("b");
        readAhead.forget("b");
        assertThat(readAhead.held()).isEqualTo(40);
    }

    @Test
    void what_is_not_held_any_more_is_read_again() {
        byte[] content = written(S3Input.TAIL);
        long heap = Runtime.getRuntime().maxMemory() / 8;
        int others = (int) (heap / S3Input.TAIL) + 1;
        try (StoreInput input = store.open(file)) {
            StoreInput[] open = new StoreInput[others];
            for (int i = 0; i < others; i++) {
                open[i] = store.open(file);
            }
            proxy.forget();

            check(input, content, 17, 1_000);

            assertThat(proxy.count()).isOne();
            for (StoreInput other : open) {
                other.close();
            }
        }
    }

    private byte[] written(int length) {
        byte[] content = new byte[length];
        new Random(length).nextBytes(content);
        DIRECT.replace(file, content);
        return content;
    }

    private static void check(StoreInput input, byte[] content, int from, int length) {
        byte[] read = new byte[length];
        input.readFully(from, ByteBuffer.wrap(read));
        assertThat(Arrays.equals(read, 0, length, content, from, from + length))
                .as("%d bytes from %d", length, from)
                .isTrue();
    }
}
