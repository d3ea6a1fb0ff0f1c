/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.testing.Approvers;
import dev.sluice.core.testing.FakeFormat;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.core.testing.TestClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the preset of job 2 tells people: its scorecard once it has compacted, an alert where it failed. */
class ScorecardMessageTest {

    private final TestClock clock = TestClock.at("2026-11-29T03:00:00Z");
    private final FakeFormat format = new FakeFormat(
            aTable().inPartition("day", "2026-11-01")
                    .withFiles(48, Bytes.ofMebibytes(2))
                    .withFiles(4, Bytes.ofMebibytes(100))
                    .inPartition("day", "2026-11-02")
                    .withFiles(65, Bytes.ofMebibytes(2))
                    .withFiles(5, Bytes.ofMebibytes(100))
                    .inPartition("day", "2026-11-03")
                    .withFiles(4, Bytes.ofMebibytes(2))
                    .withFiles(16, Bytes.ofMebibytes(100))
                    .build(),
            new ArrayList<>());

    private RunReport pass(Map<String, String> inputs) {
        Policy policy = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
                .policy("weekly", inputs);
        Recorder recorder = new Recorder(
                new InMemoryJournal(clock, new ArrayList<>()),
                new InMemoryLeases(),
                Watcher.NONE,
                clock,
                new Random(1));
        Formats formats = new Formats(List.of(format));
        return new Gate(formats, new EmbeddedEngine(formats), recorder).pass(ORDERS, policy, Approvers.YES);
    }

    private static Message message(RunReport report) {
        return Wording.of(report, report.summary());
    }

    @Test
    void the_scorecard_has_every_figure_of_job_2() {
        Message message = message(pass(Map.of("snapshot_retention_days", "9")));

        assertThat(message.occasion()).isEqualTo(Occasion.CHANGED);
        assertThat(message.facts()).contains(new Message.Fact("Table", "fake:/lake/orders"));
        assertThat(message.sections())
                .filteredOn(section -> section.title().equals("Scorecard"))
                .singleElement()
                .satisfies(card -> assertThat(card.lines())
                        .containsExactly(
                                "partitions: 2 compacted of 3",
                                "small files eliminated: 113",
                                "volume of the degraded partitions: 1.1 GiB",
                                "files that a full scan opens: 10.17 times fewer (projected: 13.56 times)",
                                "retention: 216 h"));
    }

    @Test
    void where_nothing_was_compacted_there_is_no_scorecard_to_boast_with() {
        RunReport report = pass(Map.of("fragmentation_ratio_threshold", "1"));

        assertThat(report.status()).isEqualTo(Status.HEALTHY);
        assertThat(Occasion.of(report)).isEqualTo(Occasion.SILENT);
        assertThat(message(report).sections())
                .extracting(Message.Section::title)
                .doesNotContain("Scorecard");
    }

    @Test
    void a_failure_is_an_alert_with_its_step_and_its_reason() {
        format.script().writesAndFails(new GateException(Fault.STORAGE, "part-00001.parquet", "The disk is full."));

        Message message = message(pass(Map.of()));

        assertThat(message.occasion()).isEqualTo(Occasion.FAILED);
        assertThat(message.facts()).contains(new Message.Fact("Stopped in", "compact"));
        assertThat(message.text()).contains("The disk is full.").doesNotContain("Scorecard");
    }
}
