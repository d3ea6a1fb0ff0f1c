/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.TestGate.partitions;
import static dev.sluice.core.testing.Approvers.NO;
import static dev.sluice.core.testing.Approvers.NOT_ASKED;
import static dev.sluice.core.testing.Approvers.NOT_YET;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever its end, a run tells the same of it in its report, in JSON and in the journal. */
class EndingsTest {

    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"QUEUED", "RUNNING"})
    void every_end_is_told_alike_wherever_one_looks(Status status) throws Exception {
        TestGate bench = new TestGate(partitions(2));

        RunReport report = endingAs(status, bench);

        assertThat(report.status()).isEqualTo(status);
        assertThat(report.summary()).matches("[A-Z0-9].*\\.").doesNotContain("..");
        Run kept = bench.run(report);
        assertThat(kept.status()).isEqualTo(status);
        assertThat(kept.summary()).isEqualTo(report.summary());
        assertThat(kept.endedAt().isPresent()).isEqualTo(status.isFinal());
        JsonNode json = new ObjectMapper().readTree(kept.reportJson().orElseThrow());
        assertThat(json)
                .isEqualTo(new ObjectMapper().readTree(ReportJson.of(report).toString()));
        assertThat(json.get("status").asText()).isEqualTo(status.name());
        assertThat(json.get("summary").asText()).isEqualTo(report.summary());
        boolean failed = status == Status.FAILED || status == Status.PARTIAL;
        assertThat(json.has("error")).isEqualTo(failed);
        boolean committed = status == Status.COMPACTED || status == Status.PARTIAL;
        assertThat(json.at("/outputs/compact/compacted").asBoolean()).isEqualTo(committed);
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
    }

    private static RunReport endingAs(Status status, TestGate bench) {
        return switch (status) {
            case QUEUED, RUNNING -> throw new IllegalArgumentException("no report");
            case AWAITING_APPROVAL -> bench.pass(NOT_YET, "mode=ask");
            case HEALTHY -> {
                bench.format.commit(aTable().withFiles(2, Bytes.ofMebibytes(200))
                        .atVersion(2)
                        .build());
                yield bench.pass(YES);
            }
            case COMPACTION_REQUIRED -> bench.pass(NOT_ASKED, "mode=plan");
            case COMPACTED -> bench.pass(YES);
            case CLEANED -> {
                bench.liesAbout(1);
                yield bench.pass(YES, "vacuum-mode=APPLY", "min-small-files=100");
            }
            case PARTIAL -> {
                bench.format.script().mergesAndLoses(1);
                yield bench.pass(YES);
            }
            case DECLINED -> bench.pass(NO, "mode=ask");
            case CONFLICTED -> {
                bench.format.script().ends(new StepOutcome.Conflicted("Another writer was faster."));
                yield bench.pass(YES, "yield=false");
            }
            case FAILED -> {
                bench.format.script().fails(new GateException(Fault.STORAGE, "orders", "Timed out."));
                yield bench.pass(YES);
            }
            case UNKNOWN -> {
                bench.format.script().ends(new StepOutcome.Unknown("The answer to the commit was lost."));
                yield bench.pass(YES);
            }
            case CANCELLED -> bench.gate(() -> true).pass(ORDERS, TestGate.nightly(), YES);
            case SKIPPED -> bench.pass(YES, "window=22:00-02:00");
        };
    }
}
