/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.SmallManifests;
import dev.sluice.iceberg.Events;
import dev.sluice.iceberg.IcebergFormat;
import dev.sluice.iceberg.IcebergPass;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.version.IcebergState;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.WatchedPassage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.TableMetadata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Iceberg's libraries would stumble over when all is written, as if it were the commit that had failed. */
class CommitWishesTest {

    private static final Duration WEEK = Duration.ofDays(7);
    private static final Clock LATER = Clock.offset(Clock.systemUTC(), WEEK.plusDays(1));

    @TempDir
    private Path folder;

    private final IcebergFormat format = new IcebergFormat(
            new LocalStore(),
            new Catalogs(new LocalStore(), List.of()),
            LATER,
            new RewriteLimits(1, Bytes.ofMebibytes(64)));

    private Events events;
    private MaintenancePlan planned;
    private List<Step> steps;

    @BeforeEach
    void aTableForWhichThereIsWorkOfEveryKind() {
        events = Events.create(folder.resolve("t"), 2, 6);
        events.deleteIds("2026-12-31", 1);
        planned = IcebergPass.plan(format, events.ref());
        steps = stepsThatCommit();
        assertThat(steps)
                .extracting(Step::kind)
                .containsExactly(Step.Kind.COMPACT, Step.Kind.PRUNE, Step.Kind.REWRITE_MANIFESTS, Step.Kind.EXPIRE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "commit.retry.num-retries | often",
                "commit.retry.num-retries | 99999999999",
                "commit.retry.min-wait-ms | ' 100'",
                "commit.retry.max-wait-ms | 1m",
                "commit.retry.total-timeout-ms | 1.5",
                "commit.manifest.target-size-bytes | 8 MB",
                "commit.manifest.min-count-to-merge | many",
                "write.metadata.previous-versions-max | ''",
                "write.summary.partition-limit | all",
                "write.manifest.compression-level | best",
            })
    void a_number_that_no_commit_can_read_is_refused_before_any_step_writes(String key, String value)
            throws IOException {
        setByHand(key, value);

        eachStepIsRefused("The property %s asks for \"%s\", which is no whole number%s."
                .formatted(key, value, key.endsWith("target-size-bytes") ? "" : " up to 2147483647"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "write.metadata.compression-codec | zstd | which is neither none nor gzip",
                "write.manifest.compression-codec | lz4 | which is none of gzip, snappy, uncompressed, zstd",
            })
    void so_is_a_codec_that_none_can_write(String key, String value, String why) throws IOException {
        setByHand(key, value);

        eachStepIsRefused("The property %s asks for \"%s\", %s.".formatted(key, value, why));
    }

    @Test
    void what_can_be_read_is_left_to_the_library() throws IOException {
        setByHand("commit.retry.num-retries", "1");
        setByHand("write.metadata.compression-codec", "GZIP");
        setByHand("write.manifest.compression-codec", "Snappy");

        for (Step step : steps) {
            assertThat(carryOut(step).kind()).as(step.name()).isNotEqualTo(StepOutcome.Kind.UNKNOWN);
        }

        assertThat(Events.at(events.folder()).files()).hasSize(2);
    }

    @Test
    void what_no_commit_can_read_is_told_before_there_is_a_plan() throws IOException {
        setByHand("commit.retry.num-retries", "often");
        setByHand("write.manifest.compression-codec", "lz4");

        List<Objection> told = format.inspect(events.ref()).objections();
        Expirable old = format.expirable(format.inspect(events.ref()), new Expiry(RemovalMode.APPLY, WEEK, 1, false));

        assertThat(told).extracting(Objection::kind).containsOnly(Objection.Kind.UNSUPPORTED);
        assertThat(told)
                .extracting(Objection::text)
                .containsExactly(
                        "The property commit.retry.num-retries asks for \"often\", which is no whole number up to 2147483647.",
                        "The property write.manifest.compression-codec asks for \"lz4\", which is none of gzip, snappy,"
                                + " uncompressed, zstd.");
        assertThat(old.objection()).contains(told.get(0).text());
        assertThatThrownBy(() -> IcebergPass.plan(format, events.ref()))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
                    assertThat(e.reason()).isEqualTo(told.get(0).text());
                });
    }

    private void eachStepIsRefused(String reason) throws IOException {
        Set<String> before = everyFile();
        for (Step step : steps) {
            assertThatThrownBy(() -> carryOut(step)).as(step.name()).isInstanceOfSatisfying(GateException.class, e -> {
                assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
                assertThat(e.reason()).isEqualTo(reason);
            });
            assertThat(everyFile()).as(step.name()).isEqualTo(before);
        }
    }

    private Set<String> everyFile() throws IOException {
        try (Stream<Path> files = Files.walk(events.folder())) {
            return files.map(Path::toString).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** As an engine may leave it that checks nothing: Iceberg's own library could commit some of these no longer. */
    private void setByHand(String key, String value) throws IOException {
        TableMetadata current = IcebergPass.load(format, events.ref()).metadata();
        Path file = Path.of(IcebergPath.location(current.metadataFileLocation()).path());
        String text = Files.readString(file);
        Files.writeString(
                file,
                text.replaceFirst(
                        "\"properties\"\\s*:\\s*\\{", "\"properties\":{\"%s\":\"%s\",".formatted(key, value)));
        assertThat(IcebergPass.load(format, events.ref()).metadata().properties())
                .containsEntry(key, value);
    }

    private List<Step> stepsThatCommit() {
        IcebergState state = IcebergPass.newest(format, events.ref());
        Stream<Step> first = planned.steps().stream()
                .filter(step -> Set.of(Step.Kind.COMPACT, Step.Kind.PRUNE).contains(step.kind()));
        SmallManifests small = state.smallManifests(Set.of(), 0).orElseThrow();
        Expiry expiry = new Expiry(RemovalMode.APPLY, WEEK, 1, false);
        Expirable old = format.expirable(state, expiry);
        Stream<Step> more = Stream.of(
                new Step.RewriteManifests(small.manifests(), small.toCome(), small.target()),
                new Step.Expire(
                        old.versions(),
                        expiry.cutoff(LATER.instant()),
                        expiry.retainLast(),
                        old.files(),
                        old.bytes(),
                        old.resumesFrom()));
        return Stream.concat(first, more).toList();
    }

    private StepOutcome carryOut(Step step) {
        MaintenancePlan plan = new MaintenancePlan(
                planned.table(),
                planned.version(),
                IcebergPass.newest(format, events.ref()).fingerprint(),
                planned.intent(),
                List.of(step),
                List.of(),
                planned.remaining(),
                planned.madeAt());
        return new EmbeddedEngine(new Formats(List.of(format)))
                .carryOut(step, Overdue.approved(plan), new WatchedPassage(IcebergPass.RUN, file -> {}));
    }
}
