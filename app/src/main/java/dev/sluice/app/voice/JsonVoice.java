/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.app.config.ConfigFile;
import dev.sluice.app.config.Connection;
import dev.sluice.app.doctor.Check;
import dev.sluice.app.doctor.Diagnosis;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fleet.FleetJson;
import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.Proposal;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Measured;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The voice for programs: whatever a command has to say becomes one JSON object on standard output, at its end. */
public final class JsonVoice implements Voice {

    private final PrintStream out;
    private final PrintStream err;
    private final boolean verbose;
    private final List<ObjectNode> said = new ArrayList<>();

    public JsonVoice(PrintStream out, PrintStream err, boolean verbose) {
        this.out = out;
        this.err = err;
        this.verbose = verbose;
    }

    @Override
    public void assessed(Assessment found) {
        said.add(ReportJson.of(found));
    }

    @Override
    public void proposed(Proposal proposal, Optional<Path> file) {
        ObjectNode json = ReportJson.of(proposal);
        file.ifPresent(path -> json.put("file", path.toString()));
        said.add(json);
    }

    @Override
    public void reported(RunReport report) {
        said.add(ReportJson.of(report));
    }

    @Override
    public void foundNothingIn(MaintenancePlan plan) {
        ObjectNode json = node();
        json.put("table", plan.table().toString());
        json.put("gate", plan.intent().gate());
        json.put("status", Status.HEALTHY.name());
        json.putObject("plan").put("id", plan.id()).put("hash", plan.hash());
        said.add(json);
    }

    @Override
    public void explained(Assessment found, List<Measured> before) {
        ObjectNode json = ReportJson.of(found);
        json.set("rules", ReportJson.findings(found.verdict().findings()));
        Policy policy = found.policy();
        json.putObject("policy")
                .put("mode", policy.mode().name().toLowerCase(Locale.ROOT))
                .put("small_file_bytes", found.smallFile().count())
                .put("target_file_bytes", found.target().count())
                .put("retention_hours", policy.retention().keepFor().toHours())
                .put("vacuum_mode", policy.vacuumMode().name());
        json.putObject("trend")
                .put("kept", policy.bloat().isPresent())
                .put("streak", found.trend().streak());
        ArrayNode measured = json.putArray("measured");
        before.forEach(each -> measured.addObject()
                .put("at", each.at().toString())
                .put("version", each.version())
                .put("files", each.files())
                .put("small_files", each.smallFiles())
                .put("bytes", each.bytes().count()));
        said.add(json);
    }

    @Override
    public void surveyed(FleetReport fleet, FleetText.View view) {
        said.add(FleetJson.of(fleet));
    }

    @Override
    public void diagnosed(Diagnosis diagnosis) {
        ObjectNode json = node();
        json.put("table", diagnosis.table());
        json.put("missing", diagnosis.missing());
        json.put("unknown", diagnosis.unknown());
        ArrayNode checks = json.putArray("checks");
        for (Check check : diagnosis.checks()) {
            checks.addObject()
                    .put("name", check.name())
                    .put("result", check.result().name())
                    .put("text", check.text())
                    .put("remedy", check.remedy());
        }
        said.add(json);
    }

    @Override
    public void listed(List<Run> runs) {
        ObjectNode json = node();
        ArrayNode array = json.putArray("runs");
        runs.forEach(run -> array.add(of(run)));
        said.add(json);
    }

    @Override
    public void waiting(List<Run> runs, Patience patience, Instant now) {
        ObjectNode json = node();
        ArrayNode array = json.putArray("runs");
        runs.forEach(run -> array.add(
                of(run).put("expires_at", patience.endsAfter(run.startedAt()).toString())));
        said.add(json);
    }

    @Override
    public void showed(Run run, List<StepRecord> steps, List<Notice> notices) {
        ObjectNode json = run.reportJson().map(text -> parsed(run, text)).orElseGet(() -> unfinished(run, steps));
        if (!notices.isEmpty()) {
            ArrayNode array = json.putArray("notifications");
            notices.forEach(notice -> array.add(of(notice)));
        }
        said.add(json);
    }

    private static ObjectNode of(Notice notice) {
        return node().put("notifier", notice.notifier())
                .put("occasion", notice.occasion().name())
                .put("standing", notice.standing().name())
                .put("attempts", notice.attempts())
                .put("reason", notice.reason())
                .put("since", notice.since().toString());
    }

    /** A run without a report yet, under the names that its report will have. */
    private static ObjectNode unfinished(Run run, List<StepRecord> steps) {
        ObjectNode json = of(run);
        ArrayNode array = json.putArray("steps");
        for (StepRecord step : steps) {
            array.addObject()
                    .put("name", step.name())
                    .put("outcome", step.outcome().name())
                    .put("started_at", step.startedAt().toString())
                    .put("seconds", step.took().toMillis() / 1000.0)
                    .put("text", step.text());
        }
        return json;
    }

    private static ObjectNode of(Run run) {
        ObjectNode json = node();
        json.put("run", run.id().text());
        json.put("gate", run.gate());
        json.put("table", run.table().toString());
        json.put("status", run.status().name());
        run.planId().ifPresent(id -> json.putObject("plan").put("id", id));
        json.put("summary", run.summary());
        json.put("started_at", run.startedAt().toString());
        run.endedAt().ifPresent(end -> json.put("ended_at", end.toString()));
        return json;
    }

    private static ObjectNode parsed(Run run, String report) {
        try {
            JsonNode json = new JsonMapper().readTree(report);
            return (ObjectNode) json;
        } catch (JsonProcessingException | ClassCastException e) {
            throw new GateException(Fault.INTERNAL, run.id().text(), "The stored report is no JSON object.", e);
        }
    }

    @Override
    public void checked(ConfigFile file, List<Connection> connections) {
        said.add(ConfigJson.of(file, connections));
    }

    @Override
    public void described(ObjectNode object) {
        said.add(object);
    }

    @Override
    public void demonstrated(RunReport report) {
        reported(report);
    }

    @Override
    public void tells(List<String> lines) {
        // Words for people have no place in the object.
    }

    @Override
    public void refused(String asked, GateException cause) {
        ObjectNode json = node();
        json.put("asked", asked);
        json.putObject("error")
                .put("fault", cause.fault().name())
                .put("subject", cause.subject())
                .put("reason", cause.reason())
                .put("remedy", cause.fault().remedy());
        said.add(json);
        if (verbose) {
            Traces.show(cause, err);
        }
    }

    /** One result is the object itself; several, from several tables, stand in its array {@code tables}. */
    @Override
    public void finish() {
        if (said.size() == 1) {
            out.println(said.get(0).toPrettyString());
        } else {
            ObjectNode json = node();
            json.putArray("tables").addAll(said);
            out.println(json.toPrettyString());
        }
        out.flush();
        err.flush();
    }

    private static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }
}
