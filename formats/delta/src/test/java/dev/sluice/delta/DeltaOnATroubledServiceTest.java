/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.emulator.Mishap;
import dev.sluice.emulator.SeenRequest;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.Sample;
import dev.sluice.testkit.Tally;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** One whole passage over an S3 service that is slow, that throttles, that loses answers and cuts connections. */
@Tag("delta-crashes")
class DeltaOnATroubledServiceTest {

    private static final int FILES_PER_REGION = 3;
    private static final int SAMPLED = 2;

    private static final Map<String, Supplier<Mishap>> MISHAPS = new LinkedHashMap<>();

    static {
        MISHAPS.put("503 SlowDown", () -> Mishap.answer(503, "SlowDown"));
        MISHAPS.put("500 after it happened", () -> Mishap.answerAfter(500, "InternalError"));
        MISHAPS.put("cut before it arrived", Mishap::cutBefore);
        MISHAPS.put("cut after it happened", Mishap::cutAfter);
        MISHAPS.put("no answer, never arrived", Mishap::silenceBefore);
        MISHAPS.put("no answer, happened", Mishap::silenceAfter);
        MISHAPS.put("403", () -> Mishap.answer(403, "AccessDenied"));
    }

    private static final Tally TALLY =
            new Tally("One passage over an S3 service where one request came to grief, and how its run ended:");

    @TempDir
    private Path folder;

    private LakeInAFolder lake;
    private Orders template;
    private TableRows rows;

    @BeforeEach
    void a_fragmented_table() {
        lake = new LakeInAFolder(folder);
        template = Orders.create(lake.bucket().resolve("template"), FILES_PER_REGION);
        rows = TableRows.of(template.location());
    }

    @AfterEach
    void close() {
        lake.close();
    }

    @AfterAll
    static void tell() {
        TALLY.write("delta-troubled-service");
    }

    @Test
    void thirty_milliseconds_for_each_request_change_nothing_but_the_time() {
        OnePassage passage = passage("slow");
        lake.proxy.delaying(Duration.ofMillis(30));

        Optional<RunReport> report = passage.on(Machine.sound());

        assertThat(report).map(RunReport::status).contains(Status.COMPACTED);
        exact(passage);
        assertThat(passage.orders.folder().resolve("_delta_log/_last_checkpoint"))
                .exists();
    }

    @Test
    void a_service_that_throttles_every_fifth_request_is_lived_with() {
        OnePassage passage = passage("throttled");
        lake.proxy.planning(request -> request.number() % 5 == 0 ? Mishap.answer(503, "SlowDown") : Mishap.NONE);

        assertThat(passage.on(Machine.sound())).map(RunReport::status).contains(Status.COMPACTED);

        exact(passage);
    }

    /** Each kind of mishap at requests of a passage, at all of them where all cases are asked for. */
    @TestFactory
    Stream<DynamicTest> one_request_that_comes_to_grief_costs_no_row_and_the_next_pass_finishes_the_work() {
        OnePassage sound = passage("sound");
        lake.proxy.forget();
        assertThat(sound.on(Machine.sound())).map(RunReport::status).contains(Status.COMPACTED);
        long requests = lake.proxy.count();
        Sample sample = Sample.seeded();
        return MISHAPS.entrySet().stream()
                .flatMap(mishap -> sample.of(requests, SAMPLED).stream()
                        .map(n -> dynamicTest(
                                "%s at %d of %d, seed %d".formatted(mishap.getKey(), n, requests, sample.seed()),
                                () -> grief(mishap.getKey(), mishap.getValue().get(), n))));
    }

    private void grief(String name, Mishap mishap, long n) {
        OnePassage passage = passage(name.replaceAll("\\W", "-") + "-" + n);
        lake.proxy.failing(n, mishap);

        Optional<RunReport> report = passage.on(Machine.sound());

        lake.proxy.planning(request -> Mishap.NONE);
        TALLY.count(name, report.map(r -> r.status().name()).orElse("no report"));
        stillHolds(passage);
        report.ifPresent(told -> tellsTheTruth(passage, told));
        assertThat(passage.on(Machine.sound()))
                .map(RunReport::status)
                .hasValueSatisfying(status ->
                        assertThat(status).isIn(Status.COMPACTED, Status.HEALTHY, Status.CLEANED, Status.PARTIAL));
        exact(passage);
        passage.forget();
    }

    @Test
    void many_mishaps_at_once_cost_no_row_either() {
        Sample sample = Sample.seeded();
        Random random = sample.random(1);
        List<Supplier<Mishap>> kinds = List.copyOf(MISHAPS.values());
        OnePassage passage = passage("many");
        lake.proxy.planning(request -> random.nextInt(12) == 0
                ? kinds.get(random.nextInt(kinds.size() - 1)).get()
                : Mishap.NONE);

        Optional<RunReport> report = passage.on(Machine.sound());

        lake.proxy.planning(request -> Mishap.NONE);
        stillHolds(passage);
        report.ifPresent(told -> tellsTheTruth(passage, told));
        passage.on(Machine.sound());
        exact(passage);
    }

    /** The commit went in, and the only answer to it was lost, with all that would look for it. */
    @Test
    void a_commit_after_which_the_service_falls_silent_ends_unknown_and_every_file_stays() {
        OnePassage passage = passage("silent");
        String commit = "%020d.json".formatted(passage.orders.latest() + 1);
        boolean[] sent = {false};
        lake.proxy.planning(request -> {
            boolean isCommit = request.is("PutObject") && request.target().contains(commit);
            Mishap mishap = isCommit && !sent[0]
                    ? Mishap.cutAfter()
                    : sent[0] && !isUpload(request) ? Mishap.cutBefore() : Mishap.NONE;
            sent[0] |= isCommit;
            return mishap;
        });

        RunReport report = passage.on(Machine.sound()).orElseThrow();

        lake.proxy.planning(request -> Mishap.NONE);
        assertThat(report.status()).as(report.summary()).isEqualTo(Status.UNKNOWN);
        assertThat(passage.filesOf(report)).hasSameSizeAs(Orders.REGIONS);
        exact(passage);
        assertThat(passage.on(Machine.sound())).map(RunReport::status).contains(Status.HEALTHY);
    }

    private static boolean isUpload(SeenRequest request) {
        return request.is("UploadPart");
    }

    private OnePassage passage(String name) {
        return lake.passage(template.copyTo(lake.bucket().resolve(name)));
    }

    private void stillHolds(OnePassage passage) {
        assertThat(passage.rows()).isEqualTo(rows);
        assertThat(passage.compactions()).isLessThanOrEqualTo(1);
        passage.missesNoLiveFile();
        passage.leavesOnlyWhatTheJournalNames();
    }

    private void exact(OnePassage passage) {
        stillHolds(passage);
        assertThat(passage.compactions()).isEqualTo(1);
    }

    private static void tellsTheTruth(OnePassage passage, RunReport report) {
        boolean committed = passage.compactions() == 1;
        assertThat(report.status())
                .as(report.summary())
                .isIn(
                        committed
                                ? List.of(Status.COMPACTED, Status.PARTIAL, Status.UNKNOWN)
                                : List.of(Status.FAILED, Status.UNKNOWN));
    }
}
