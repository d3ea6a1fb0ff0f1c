/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.e2e.IcebergLake.Kind;
import dev.sluice.e2e.PackedProduct.Result;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Sample;
import dev.sluice.testkit.Tally;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real kills of the packed product while it compacts an Iceberg table and forgets its old versions: half of them once it has
 * begun to write; half of the tables in a folder, half in a catalog of a database.
 */
@Tag("iceberg-crashes")
class IcebergKillTest {

    private static final int KILLS = 100;
    private static final int SAMPLED = 4;
    private static final Tally TALLY = new Tally(
            "`sluice run` on an Iceberg table of 167 files, killed by SIGKILL, and what it left behind when it was killed:");

    @TempDir
    private Path folder;

    private Map<Long, ByteBuffer> rows;
    private Duration whole;
    private long versionsInTheEnd;

    @BeforeEach
    void a_run_that_nobody_kills() throws IOException, InterruptedException {
        PackedProduct.mustBeThere();
        IcebergLake lake = IcebergLake.create(folder.resolve("whole"), Kind.DATABASE);
        rows = lake.rows();
        long versions = lake.versions();
        PackedProduct.sluice(lake.home(), "runs"); // what only a first start does is not to be measured
        long start = System.nanoTime();

        Result run = run(lake);

        whole = Duration.ofNanos(System.nanoTime() - start);
        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(rows).hasSize(167);
        assertThat(lake.compactions()).isEqualTo(1);
        assertThat(versions).isEqualTo(19);
        versionsInTheEnd = lake.versions();
        assertThat(versionsInTheEnd).as("after old ones were forgotten").isLessThan(versions);
        assertThat(lake.rows()).isEqualTo(rows);
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
        TALLY.write("iceberg-kill");
    }

    private void kill(long n, Random random) throws IOException, InterruptedException {
        Kind kind = n % 4 < 2 ? Kind.FOLDER : Kind.DATABASE;
        IcebergLake lake = IcebergLake.create(folder.resolve("kill-" + n), kind);
        List<Path> before = lake.dataFiles();

        Process run = PackedProduct.start(
                lake.home(), lake.home().resolve("out"), lake.home().resolve("err"), command(lake));
        if (n % 2 == 0) {
            awaitFirstFile(run, lake, before.size());
            run.waitFor(random.nextLong(whole.toMillis() / 4), TimeUnit.MILLISECONDS);
        } else {
            run.waitFor(random.nextLong(whole.toMillis()), TimeUnit.MILLISECONDS);
        }
        boolean ended = !run.isAlive();
        run.destroyForcibly().waitFor();

        TALLY.count((ended ? "ended before the kill, " : "killed, ") + kind, leftBehind(lake, before));
        stillHolds(lake);
        assertThat(lake.compactions()).as("compactions of the killed run").isLessThanOrEqualTo(1);

        Result next = run(lake);

        assertThat(next.exit()).as(next.out() + next.err()).isZero();
        assertThat(new ObjectMapper().readTree(next.out()).get("status").asText())
                .isIn("COMPACTED", "HEALTHY", "CLEANED");
        stillHolds(lake);
        assertThat(lake.compactions()).as("compactions in the end").isEqualTo(1);
        assertThat(lake.versions()).as("versions in the end").isEqualTo(versionsInTheEnd);
        assertThat(lake.dataFiles())
                .as("what the killed run had begun is taken away")
                .noneMatch(IcebergKillTest::isUnfinished);
        Result runs = PackedProduct.sluice(lake.home(), "runs", "--json");
        assertThat(runs.out()).as("every run has an end").contains("status").doesNotContain("RUNNING");
    }

    private static Result run(IcebergLake lake) throws IOException, InterruptedException {
        return PackedProduct.sluice(lake.home(), command(lake));
    }

    private static String[] command(IcebergLake lake) {
        return new String[] {
            "run",
            lake.address(),
            "--json",
            "--set=small-file=256KB",
            "--set=target-file=512KB",
            "--set=expire-mode=APPLY",
            "--set=expire-when=always"
        };
    }

    /** Waits until the run has begun to write, or has ended. */
    private static void awaitFirstFile(Process run, IcebergLake lake, int before)
            throws IOException, InterruptedException {
        boolean ended = false;
        while (!ended && lake.dataFiles().size() == before) {
            ended = run.waitFor(1, TimeUnit.MILLISECONDS);
        }
    }

    private void stillHolds(IcebergLake lake) {
        assertThat(lake.held())
                .as("what any version holds is there")
                .allSatisfy(file -> assertThat(file).isRegularFile());
        assertThat(lake.rows()).isEqualTo(rows);
    }

    private String leftBehind(IcebergLake lake, List<Path> before) throws IOException {
        List<Path> left =
                lake.dataFiles().stream().filter(file -> !before.contains(file)).toList();
        if (lake.compactions() == 1) {
            return lake.versions() == versionsInTheEnd ? "a commit, old versions forgotten" : "a commit";
        }
        if (left.isEmpty()) {
            return "nothing";
        }
        return left.stream().anyMatch(IcebergKillTest::isUnfinished) ? "an unfinished file" : "a whole file";
    }

    private static boolean isUnfinished(Path file) {
        return LocalStore.TEMPORARY.matcher(file.getFileName().toString()).find();
    }
}
