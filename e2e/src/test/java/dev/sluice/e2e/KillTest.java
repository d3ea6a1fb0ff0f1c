/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.store.Location;
import dev.sluice.delta.demo.DeltaDemo;
import dev.sluice.e2e.PackedProduct.Result;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Sample;
import dev.sluice.testkit.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Real kills of the packed product, at random moments of {@code sluice run}: half of them once it has begun to write. */
@Tag("delta-crashes")
class KillTest {

    private static final int KILLS = 200;
    private static final int SAMPLED = 5;
    private static final Tally TALLY =
            new Tally("`sluice run` on 40 files, killed by SIGKILL, and what it left behind when it was killed:");

    @TempDir
    private Path folder;

    private Path template;
    private DeltaFolder.Rows rows;
    private Duration whole;

    @BeforeEach
    void a_run_that_nobody_kills() throws IOException, InterruptedException {
        PackedProduct.mustBeThere();
        template = folder.resolve("template");
        new DeltaDemo(new LocalStore(), Clock.systemUTC()).write(Location.local(template), commits -> {});
        rows = new DeltaFolder(template).rows();
        Path home = home("whole");
        PackedProduct.sluice(home, "runs"); // what only a first start does is not to be measured
        long start = System.nanoTime();

        Result run = PackedProduct.sluice(home, "run", home.resolve("orders").toString());

        whole = Duration.ofNanos(System.nanoTime() - start);
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(new DeltaFolder(home.resolve("orders")).compactions()).isEqualTo(1);
    }

    @TestFactory
    Stream<DynamicTest> a_kill_at_any_moment_leaves_the_table_exact_and_the_next_run_finishes_the_work() {
        Sample sample = Sample.seeded();
        return sample.of(KILLS, SAMPLED).stream()
                .map(n -> dynamicTest(
                        "kill %d of %d, seed %d".formatted(n, KILLS, sample.seed()), () -> kill(n, sample.random(n))));
    }

    @AfterAll
    static void tell() {
        TALLY.write("kill");
    }

    private void kill(long n, Random random) throws IOException, InterruptedException {
        Path home = home("kill-" + n);
        DeltaFolder table = new DeltaFolder(home.resolve("orders"));
        List<String> before = table.dataFiles();

        Process run = PackedProduct.start(
                home,
                home.resolve("out"),
                home.resolve("err"),
                "run",
                table.path().toString());
        if (n % 2 == 0) {
            awaitFirstFile(run, table, before);
            run.waitFor(random.nextLong(whole.toMillis() / 4), TimeUnit.MILLISECONDS);
        } else {
            run.waitFor(random.nextLong(whole.toMillis()), TimeUnit.MILLISECONDS);
        }
        boolean ended = !run.isAlive();
        run.destroyForcibly().waitFor();

        TALLY.count(ended ? "ended before the kill" : "killed", leftBehind(table, before));
        stillHolds(table);
        assertThat(table.compactions()).as("compactions of the killed run").isLessThanOrEqualTo(1);

        Result next = PackedProduct.sluice(home, "run", table.path().toString(), "--json");

        assertThat(next.exit()).as(next.err()).isZero();
        assertThat(new ObjectMapper().readTree(next.out()).get("status").asText())
                .isIn("COMPACTED", "HEALTHY", "CLEANED");
        stillHolds(table);
        assertThat(table.compactions()).as("compactions in the end").isEqualTo(1);
        assertThat(table.dataFiles())
                .as("what the killed run had begun is taken away")
                .noneMatch(file -> LocalStore.TEMPORARY.matcher(file).matches());
        Result runs = PackedProduct.sluice(home, "runs", "--json");
        assertThat(runs.out()).as("every run has an end").contains("status").doesNotContain("RUNNING");
    }

    /** Waits until the run has begun to write, or has ended. */
    private static void awaitFirstFile(Process run, DeltaFolder table, List<String> before)
            throws IOException, InterruptedException {
        boolean ended = false;
        while (!ended && table.dataFiles().size() == before.size()) {
            ended = run.waitFor(1, TimeUnit.MILLISECONDS);
        }
    }

    private void stillHolds(DeltaFolder table) {
        assertThat(table.live())
                .allSatisfy(path -> assertThat(table.path().resolve(path)).isRegularFile());
        assertThat(table.rows()).isEqualTo(rows);
    }

    private static String leftBehind(DeltaFolder table, List<String> before) throws IOException {
        List<String> left = table.dataFiles().stream()
                .filter(file -> !before.contains(file))
                .toList();
        assertThat(left)
                .allMatch(file -> file.contains("-sluice-")
                        || LocalStore.TEMPORARY.matcher(file).matches());
        if (table.compactions() == 1) {
            return "a commit";
        }
        if (left.isEmpty()) {
            return "nothing";
        }
        return left.stream().anyMatch(file -> LocalStore.TEMPORARY.matcher(file).matches())
                ? "an unfinished file"
                : "a whole file";
    }

    private Path home(String name) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        new DeltaFolder(template).copyTo(home.resolve("orders"));
        return home;
    }
}
