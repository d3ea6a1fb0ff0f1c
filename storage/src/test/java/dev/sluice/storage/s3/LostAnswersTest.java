/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store.PutOutcome;
import dev.sluice.core.store.StoreInput;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.Mishap;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.emulator.SeenRequest;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a conditional put comes to when the answer to it does not arrive. */
class LostAnswersTest {

    private static final S3Emulator EMULATOR = S3Emulator.inMemory(Emulated.BUCKET);
    private static final S3Store DIRECT = Emulated.patient(EMULATOR.address());

    private final FaultyProxy proxy = FaultyProxy.before(EMULATOR.address());
    private final S3Store store = Emulated.store(proxy.address());
    private final Location file = Location.parse("s3://lake/" + UUID.randomUUID() + "/00000000000000000007.json");

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
    void a_file_that_is_there_although_nobody_said_so_is_known_as_our_own() {
        for (Mishap mishap :
                new Mishap[] {Mishap.cutAfter(), Mishap.silenceAfter(), Mishap.answerAfter(500, "InternalError")}) {
            Location own = file.parent().resolve(UUID.randomUUID().toString());
            proxy.forget();
            proxy.failing(1, mishap);

            assertThat(store.putIfAbsent(own, text("ours"))).isEqualTo(PutOutcome.CREATED);

            assertThat(read(own)).isEqualTo("ours");
            assertThat(proxy.requests())
                    .extracting(SeenRequest::operation)
                    .containsExactly("PutObject", "PutObject", "HeadObject");
        }
    }

    @Test
    void a_put_that_never_arrived_is_sent_again() {
        for (Mishap mishap : new Mishap[] {
            Mishap.cutBefore(),
            Mishap.silenceBefore(),
            Mishap.garbage(),
            Mishap.page(),
            Mishap.answer(500, "InternalError"),
            Mishap.answer(503, "SlowDown"),
            Mishap.answer(503, "ServiceUnavailable"),
            Mishap.answer(429, "TooManyRequests"),
            Mishap.answer(409, "ConditionalRequestConflict"),
            Mishap.answer(400, "RequestTimeout")
        }) {
            Location own = file.parent().resolve(UUID.randomUUID().toString());
            proxy.forget();
            proxy.failing(1, mishap);

            assertThat(store.putIfAbsent(own, text("ours"))).isEqualTo(PutOutcome.CREATED);

            assertThat(read(own)).isEqualTo("ours");
            assertThat(proxy.count()).isEqualTo(2);
        }
    }

    @Test
    void a_file_that_another_writer_put_meanwhile_is_theirs() {
        proxy.planning(once(() -> DIRECT.putIfAbsent(file, text("theirs")), Mishap.cutBefore()));

        assertThat(store.putIfAbsent(file, text("ours"))).isEqualTo(PutOutcome.EXISTS);
        assertThat(read(file)).isEqualTo("theirs");
    }

    @Test
    void equal_content_does_not_make_another_writers_file_ours() {
        proxy.planning(once(() -> DIRECT.putIfAbsent(file, text("the same")), Mishap.cutBefore()));

        assertThat(store.putIfAbsent(file, text("the same"))).isEqualTo(PutOutcome.EXISTS);
    }

    @Test
    void a_file_that_was_taken_away_again_leaves_its_writer_in_doubt() {
        proxy.planning(request -> {
            if (request.is("HeadObject")) {
                DIRECT.delete(java.util.List.of(file));
            }
            return request.number() == 1 ? Mishap.cutAfter() : Mishap.NONE;
        });

        unanswered("A file was there for a moment, and is not any more.");
    }

    @Test
    void who_is_not_told_who_wrote_equal_content_is_in_doubt() {
        proxy.planning(request -> request.is("HeadObject")
                ? Mishap.say(200, "", "Last-Modified: Sun, 29 Nov 2026 12:00:00 GMT", "ETag: \"1\"")
                : request.number() == 1 ? Mishap.cutAfter() : Mishap.NONE);
        // the answer to HEAD states a length of its own: that of nothing

        assertThat(store.putIfAbsent(file, text("not empty"))).isEqualTo(PutOutcome.EXISTS);
        DIRECT.delete(java.util.List.of(file));
        proxy.forget();
        unanswered("the service does not tell who wrote it", "");
    }

    @Test
    void a_service_that_stays_silent_leaves_its_writer_in_doubt() {
        proxy.planning(request -> Mishap.silenceBefore());

        unanswered("No answer came from " + proxy.address());
    }

    @Test
    void a_refusal_after_a_lost_answer_does_not_clear_the_doubt() {
        proxy.planning(request -> request.number() == 1 ? Mishap.cutAfter() : Mishap.answer(403, "AccessDenied"));

        unanswered("403 AccessDenied");
        assertThat(read(file)).isEqualTo("ours");
    }

    @Test
    void a_service_that_goes_down_after_the_put_leaves_its_writer_in_doubt() {
        proxy.planning(request -> request.number() == 1 ? Mishap.cutAfter() : Mishap.cutBefore());

        unanswered("No answer came from " + proxy.address());
    }

    @Test
    void what_was_surely_refused_is_said_to_be() {
        proxy.planning(request -> Mishap.answer(403, "AccessDenied"));
        refused("403 AccessDenied", "s3:PutObject", "(request R123)");
        assertThat(proxy.count()).isOne();

        proxy.planning(request -> Mishap.answer(503, "SlowDown"));
        refused("503 SlowDown", "(request R123)", "That was attempt ");
        assertThat(DIRECT.find(file)).isEmpty();
    }

    @Test
    void who_reached_nobody_has_surely_written_nothing() {
        S3Store nowhere = Emulated.store(URI.create("http://127.0.0.1:1"));

        assertThatThrownBy(() -> nowhere.putIfAbsent(file, text("ours")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("No answer came from http://127.0.0.1:1");
    }

    @Test
    void an_interrupted_writer_that_had_no_answer_is_in_doubt() {
        Thread writer = Thread.currentThread();
        proxy.planning(once(writer::interrupt, Mishap.silenceBefore()));
        try {
            unanswered("");
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void the_hint_that_is_replaced_is_sent_again_and_leaves_its_writer_in_doubt_in_the_end() {
        proxy.failing(1, Mishap.cutAfter());
        store.replace(file, text("hint"));
        assertThat(read(file)).isEqualTo("hint");

        proxy.planning(request -> Mishap.cutBefore());
        assertThatThrownBy(() -> store.replace(file, text("ours")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNANSWERED));
        proxy.planning(request -> Mishap.answer(403, "AccessDenied"));
        assertThatThrownBy(() -> store.replace(file, text("ours")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE));
    }

    private static Function<SeenRequest, Mishap> once(Runnable meanwhile, Mishap mishap) {
        return request -> {
            if (request.number() > 1) {
                return Mishap.NONE;
            }
            meanwhile.run();
            return mishap;
        };
    }

    private void unanswered(String said) {
        unanswered(said, "ours");
    }

    private void unanswered(String said, String content) {
        assertThatThrownBy(() -> store.putIfAbsent(file, text(content)))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNANSWERED))
                .hasMessageStartingWith(file + ": It was sent, and no answer tells whether it was written.")
                .hasMessageContaining(said);
    }

    private void refused(String... said) {
        assertThatThrownBy(() -> store.putIfAbsent(file, text("ours")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageStartingWith(file + ": Could not write it.")
                .hasMessageContainingAll(said);
    }

    private static String read(Location location) {
        try (StoreInput input = DIRECT.open(location)) {
            ByteBuffer all = ByteBuffer.allocate((int) input.size());
            input.readFully(0, all);
            return new String(all.array(), StandardCharsets.UTF_8);
        }
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
