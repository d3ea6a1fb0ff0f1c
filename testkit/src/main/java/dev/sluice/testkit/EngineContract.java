/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.engine.Engine;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.testing.FakeFormat;
import dev.sluice.core.testing.TableBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every engine promises: it does an approved step as it stands and hands back how that ended, nothing nicer. */
public abstract class EngineContract {

    private final List<String> events = new ArrayList<>();
    private final FakeFormat format = new FakeFormat(
            TableBuilder.aTable().withFiles(12, Bytes.ofMebibytes(1)).build(), events);
    private final WatchedPassage passage =
            new WatchedPassage("20261129T000000-engine", file -> events.add("announces " + file.name()));

    protected abstract Engine engine(Formats formats);

    static List<StepOutcome> ends() {
        return List.of(
                new StepOutcome.Skipped("There was nothing left to do."),
                new StepOutcome.Conflicted("Another writer won."),
                new StepOutcome.Unknown("The answer to the commit was lost."));
    }

    @Test
    public void has_a_name() {
        assertThat(engine(new Formats(List.of(format))).name()).matches("[a-z][a-z-]*");
    }

    @Test
    public void carries_out_the_step_under_the_approval_and_says_what_it_changed() {
        StepOutcome outcome = carryOut();

        assertThat(outcome.kind()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(outcome.change().orElseThrow().removed()).hasSize(12);
        assertThat(format.versions()).hasSize(2);
        assertThat(events)
                .containsExactly("compacts, as approved by test", "announces 20261129T000000-engine-00000.parquet");
        assertThat(passage.written()).extracting(Location::name).allMatch(name -> name.contains(passage.runId()));
    }

    @ParameterizedTest
    @MethodSource("ends")
    public void hands_back_every_end_as_it_is(StepOutcome end) {
        format.script().ends(end);

        assertThat(carryOut()).isEqualTo(end);
        assertThat(format.versions()).hasSize(1);
    }

    @Test
    public void a_failure_reaches_the_caller_and_is_not_tried_again() {
        GateException failure = new GateException(Fault.STORAGE, "/lake/orders", "The disk is full.");
        format.script().fails(failure);

        assertThatThrownBy(this::carryOut).isSameAs(failure);

        assertThat(events).hasSize(1);
        assertThat(format.versions()).hasSize(1);
    }

    @Test
    public void a_surprise_in_the_midst_of_a_step_is_not_taken_for_an_end() {
        format.script().fails(new IllegalStateException("killed"));

        assertThatThrownBy(this::carryOut).hasMessageContaining("killed");
    }

    private StepOutcome carryOut() {
        MaintenancePlan plan =
                Overdue.plan(format, format.newest().table(), format.newest().readAt());
        return engine(new Formats(List.of(format))).carryOut(plan.steps().get(0), Overdue.approved(plan), passage);
    }
}
