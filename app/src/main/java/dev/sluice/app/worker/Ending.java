/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Status;
import java.util.Optional;

/**
 * How a task ended, as the worker's parent knows it.
 *
 * @param run the run's name; empty where none was begun
 * @param status FAILED too where no run was begun
 * @param fault why it did not get to its end; empty where it did
 * @param summary one sentence or two
 * @param report the run's report as JSON; empty where the worker ended without one
 */
public record Ending(
        Optional<String> run, Status status, Optional<Fault> fault, String summary, Optional<JsonNode> report) {

    static Ending of(JsonNode report) {
        String fault = report.path("error").path("fault").asText();
        return new Ending(
                Optional.of(report.path("run").asText()),
                Status.valueOf(report.path("status").asText()),
                fault.isEmpty() ? Optional.empty() : Optional.of(Fault.valueOf(fault)),
                report.path("summary").asText(),
                Optional.of(report));
    }

    static Ending of(GateException refusal, Optional<String> run) {
        return new Ending(
                run,
                Status.FAILED,
                Optional.of(refusal.fault()),
                String.valueOf(refusal.getMessage()),
                Optional.empty());
    }
}
