/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.store.Store.PutOutcome;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.Mishap;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.testkit.Sample;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Whichever request of a write or a deletion goes wrong, a file is whole or absent, and the caller is told which. */
class EveryRequestFailsTest {

    /** A part and a bit: begin, two parts, end, look. */
    private static final byte[] LARGE = new byte[S3Output.PART + 12_345];

    private static final int REQUESTS_OF_LARGE = 5;
    private static final int SAMPLED = 6;

    private static final Map<String, Mishap> MISHAPS = new LinkedHashMap<>();

    static {
        new Random(4).nextBytes(LARGE);
        MISHAPS.put("cut before", Mishap.cutBefore());
        MISHAPS.put("cut after", Mishap.cutAfter());
        MISHAPS.put("silent before", Mishap.silenceBefore());
        MISHAPS.put("silent after", Mishap.silenceAfter());
        MISHAPS.put("500 before", Mishap.answer(500, "InternalError"));
        MISHAPS.put("500 after", Mishap.answerAfter(500, "InternalError"));
        MISHAPS.put("503", Mishap.answer(503, "SlowDown"));
        MISHAPS.put("a page of somebody else", Mishap.page());
    }

    private static final S3Emulator EMULATOR = S3Emulator.inMemory(Emulated.BUCKET);
    private static final S3Store DIRECT = Emulated.patient(EMULATOR.address());

    @AfterAll
    static void stop() {
        DIRECT.close();
        EMULATOR.close();
    }

    @Test
    void a_large_file_is_written_by_as_many_requests_as_it_has_parts_and_three() {
        Location file = somewhere();
        try (FaultyProxy proxy = FaultyProxy.before(EMULATOR.address());
                S3Store store = Emulated.patient(proxy.address())) {
            assertThat(write(store, file, LARGE)).isEmpty();

            assertThat(proxy.count()).isEqualTo(REQUESTS_OF_LARGE);
            assertThat(proxy.count("UploadPart")).isEqualTo(2);
        }
        assertThat(read(file)).isEqualTo(LARGE);
        DIRECT.delete(List.of(file));
    }

    @TestFactory
    Stream<DynamicTest> a_large_file_is_whole_although_one_request_fails() {
        return each(REQUESTS_OF_LARGE, (number, name) -> {
            Location file = somewhere();
            try (FaultyProxy proxy = FaultyProxy.before(EMULATOR.address());
                    S3Store store = Emulated.store(proxy.address())) {
                proxy.failing(number, mishap(name));

                assertThat(write(store, file, LARGE)).isEmpty();
            }
            assertThat(read(file)).isEqualTo(LARGE);
            DIRECT.delete(List.of(file));
        });
    }

    @TestFactory
    Stream<DynamicTest> a_large_file_is_whole_or_absent_when_all_requests_fail_from_one_on() {
        return each(REQUESTS_OF_LARGE, (number, name) -> {
            Location file = somewhere();
            Optional<GateException> failure;
            try (FaultyProxy proxy = FaultyProxy.before(EMULATOR.address());
                    S3Store store =
                            new S3Store(Emulated.storage(proxy.address()).within(Emulated.IMPATIENT))) {
                proxy.planning(request -> request.number() < number
                        ? Mishap.NONE
                        : request.number() == number ? mishap(name) : Mishap.cutBefore());

                failure = write(store, file, LARGE);
            }
            tellsTheTruth(file, failure, LARGE);
            discardsWhatIsLeft(file);
            DIRECT.delete(List.of(file));
        });
    }

    @TestFactory
    Stream<DynamicTest> a_put_tells_the_truth_when_all_requests_fail_from_one_on() {
        byte[] content = {1, 2, 3};
        return MISHAPS.keySet().stream()
                .map(name -> dynamicTest(name, () -> {
                    Location file = somewhere();
                    Optional<GateException> failure = Optional.empty();
                    try (FaultyProxy proxy = FaultyProxy.before(EMULATOR.address());
                            S3Store store = new S3Store(
                                    Emulated.storage(proxy.address()).within(Emulated.IMPATIENT))) {
                        proxy.planning(request -> request.number() == 1 ? mishap(name) : Mishap.cutBefore());
                        assertThat(store.putIfAbsent(file, content)).isEqualTo(PutOutcome.CREATED);
                    } catch (GateException e) {
                        failure = Optional.of(e);
                    }
                    assertThat(failure).isPresent();
                    tellsTheTruth(file, failure, content);
                }));
    }

    @TestFactory
    Stream<DynamicTest> deletions_are_told_of_one_by_one_whichever_request_fails() {
        return each(3, (number, name) -> deletes(number, mishap(name)));
    }

    private static void deletes(int number, Mishap mishap) {
        Location folder = somewhere();
        List<Location> files =
                IntStream.range(0, 30).mapToObj(i -> folder.resolve("f" + i)).toList();
        files.forEach(file -> DIRECT.putIfAbsent(file, new byte[1]));
        List<DeleteOutcome> outcomes;
        try (FaultyProxy proxy = FaultyProxy.before(EMULATOR.address());
                S3Store store = new S3Store(Emulated.storage(proxy.address()).within(Emulated.IMPATIENT))) {
            proxy.planning(request -> request.number() < number ? Mishap.answer(501, "NotImplemented") : mishap);
            outcomes = store.delete(files);
        }

        assertThat(outcomes).extracting(DeleteOutcome::file).containsExactlyElementsOf(files);
        for (DeleteOutcome outcome : outcomes) {
            if (outcome.kind() == DeleteOutcome.Kind.DELETED) {
                assertThat(DIRECT.find(outcome.file())).isEmpty();
            } else {
                assertThat(outcome.reason()).isNotEmpty();
            }
        }
    }

    /** What is said of a failure, held against what is there. */
    private static void tellsTheTruth(Location file, Optional<GateException> failure, byte[] content) {
        Optional<StoredFile> there = DIRECT.find(file);
        if (failure.isEmpty()) {
            assertThat(there).isPresent();
        } else if (failure.get().fault() == Fault.STORAGE) {
            assertThat(there).as(failure.get().getMessage()).isEmpty();
        } else {
            assertThat(failure.get().fault()).isEqualTo(Fault.UNANSWERED);
        }
        if (there.isPresent()) {
            assertThat(read(file)).isEqualTo(content);
        }
    }

    private static void discardsWhatIsLeft(Location file) {
        List<StoredFile> left = DIRECT.unfinished(file);
        assertThat(left).hasSizeLessThanOrEqualTo(2); // a beginning whose answer was lost, and the one after it
        for (StoredFile upload : left) {
            assertThat(DIRECT.find(upload.location())).contains(upload);
        }
        List<Location> names = left.stream().map(StoredFile::location).toList();
        assertThat(DIRECT.delete(names))
                .extracting(DeleteOutcome::kind)
                .containsOnly(
                        names.isEmpty()
                                ? new DeleteOutcome.Kind[0]
                                : new DeleteOutcome.Kind[] {DeleteOutcome.Kind.DELETED});
        assertThat(DIRECT.unfinished(file)).isEmpty();
        assertThat(DIRECT.delete(names))
                .extracting(DeleteOutcome::kind)
                .containsOnly(
                        names.isEmpty()
                                ? new DeleteOutcome.Kind[0]
                                : new DeleteOutcome.Kind[] {DeleteOutcome.Kind.ABSENT});
    }

    private static Mishap mishap(String name) {
        return Objects.requireNonNull(MISHAPS.get(name));
    }

    private interface Case {
        void check(int number, String mishap);
    }

    private static Stream<DynamicTest> each(int requests, Case one) {
        Sample sample = Sample.seeded();
        List<String> names = List.copyOf(MISHAPS.keySet());
        return sample.of((long) requests * names.size(), SAMPLED).stream().map(n -> {
            int number = (int) ((n - 1) / names.size()) + 1;
            String name = names.get((int) ((n - 1) % names.size()));
            return dynamicTest(
                    "request %d: %s, seed %d".formatted(number, name, sample.seed()), () -> one.check(number, name));
        });
    }

    /** Writes in pieces of odd sizes; gives what went wrong. */
    private static Optional<GateException> write(S3Store store, Location file, byte[] content) {
        try (StoreOutput output = store.create(file)) {
            for (int from = 0; from < content.length; from += 700_001) {
                output.write(ByteBuffer.wrap(content, from, Math.min(700_001, content.length - from)));
            }
            StoredFile written = output.commit();
            assertThat(written.size()).isEqualTo(Bytes.of(content.length));
            return Optional.empty();
        } catch (GateException e) {
            return Optional.of(e);
        }
    }

    private static byte[] read(Location file) {
        try (StoreInput input = DIRECT.open(file)) {
            ByteBuffer all = ByteBuffer.allocate((int) input.size());
            input.readFully(0, all);
            return all.array();
        }
    }

    private static Location somewhere() {
        return Location.parse("s3://lake/" + UUID.randomUUID());
    }
}
