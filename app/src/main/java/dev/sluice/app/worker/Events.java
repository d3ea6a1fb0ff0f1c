/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;

/** What a worker tells its parent, each as soon as it happens: the same things that a {@link Watcher} is told. */
final class Events implements Watcher {

    private final PrintStream out;

    Events(PrintStream out) {
        this.out = out;
    }

    private synchronized void says(ObjectNode event) {
        out.println(Wire.write(event));
        out.flush();
    }

    private static ObjectNode event(String name) {
        return JsonNodeFactory.instance.objectNode().put(Wire.EVENT, name);
    }

    @Override
    public void starts(RunId run) {
        says(event("starts").put("run", run.text()));
    }

    @Override
    public void begins(String step) {
        says(event("begins").put("step", step));
    }

    @Override
    public void progress(String what, long done, long total) {
        says(event("progress").put("what", what).put("done", done).put("total", total));
    }

    @Override
    public void ends(StepRecord step) {
        says(event("ends")
                .put("step", step.name())
                .put("outcome", step.outcome().name())
                .put("started_at", step.startedAt().toString())
                .put("took", step.took().toString())
                .put("text", step.text()));
    }

    void report(RunReport report) {
        ObjectNode event = event("report");
        event.set("report", ReportJson.of(report));
        says(event);
    }

    void refused(GateException cause) {
        ObjectNode event = event("error");
        event.putObject("error")
                .put("fault", cause.fault().name())
                .put("subject", cause.subject())
                .put("reason", cause.reason());
        says(event);
    }

    /** Tells a watcher what a line says; empty lines and what else is no event is passed over. */
    static void tell(JsonNode event, Watcher watcher) {
        switch (event.path(Wire.EVENT).asText()) {
            case "starts" -> watcher.starts(new RunId(event.path("run").asText()));
            case "begins" -> watcher.begins(event.path("step").asText());
            case "progress" ->
                watcher.progress(
                        event.path("what").asText(),
                        event.path("done").asLong(),
                        event.path("total").asLong());
            case "ends" ->
                watcher.ends(new StepRecord(
                        event.path("step").asText(),
                        StepRecord.Outcome.valueOf(event.path("outcome").asText()),
                        Instant.parse(event.path("started_at").asText()),
                        Duration.parse(event.path("took").asText()),
                        event.path("text").asText()));
            default -> {
                // The last word of a worker is not for the watcher.
            }
        }
    }

    /** The refusal that an event tells of. */
    static GateException refusal(JsonNode error) {
        return new GateException(
                Fault.valueOf(error.path("fault").asText()),
                error.path("subject").asText(),
                error.path("reason").asText());
    }
}
