/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.approval.Answer;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The JSON voice of reports; what the parts of a run put out is told by {@link OutputsJson}. */
public final class ReportJson {

    /** Numbers come back with the decimals that they were told with. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private ReportJson() {}

    public static ObjectNode of(RunReport report) {
        ObjectNode json = node();
        json.put("run", report.run().text());
        json.put("gate", report.gate());
        preset(report).ifPresent(preset -> json.put("preset", preset));
        json.put("table", report.table().toString());
        json.put("status", report.status().name());
        Optional<Judgement> judgement = report.judgement();
        judgement.ifPresent(found -> overrides(json, found.overrides()));
        judgement.ifPresent(found -> verdict(json, found.verdict()));
        json.set("outputs", OutputsJson.of(report));
        json.set("steps", steps(report.steps()));
        report.plan().ifPresent(plan -> json.set("plan", plan(plan)));
        report.answer().filter(Answer::isFinal).ifPresent(answer -> json.set("approval", approval(answer)));
        report.failure().ifPresent(failure -> {
            ObjectNode error = json.putObject("error");
            error.put("fault", failure.fault().name());
            error.put("subject", failure.subject());
            error.put("reason", failure.reason());
            error.put("remedy", failure.fault().remedy());
            error.put("step", failure.step());
            error.put("committed", failure.committed());
            ArrayNode causes = error.putArray("causes");
            Causes.of(failure).forEach(causes::add);
        });
        report.reopened().ifPresent(found -> json.put("reopened", found));
        json.put("summary", report.summary());
        json.put("started_at", report.startedAt().toString());
        json.put("ended_at", report.endedAt().toString());
        report.expiresAt().ifPresent(end -> json.put("expires_at", end.toString()));
        return json;
    }

    /**
     * The report of a run that got its end later and from outside.
     *
     * @param report as it was told before; empty text where it never was
     */
    public static String ended(String report, Status status, String summary, Instant now) {
        ObjectNode json = read(report);
        json.put("status", status.name());
        json.put("summary", summary);
        json.put("ended_at", now.toString());
        json.remove("expires_at");
        return json.toPrettyString();
    }

    /** How a table was judged, from the report of a run that waits. */
    public static Optional<Judgement> judgement(String report) {
        return Judgement.in(read(report));
    }

    private static ObjectNode read(String report) {
        try {
            return report.isEmpty() ? node() : (ObjectNode) MAPPER.readTree(report);
        } catch (JsonProcessingException e) {
            throw new GateException(Fault.INTERNAL, "journal", "A report that it keeps cannot be read.", e);
        }
    }

    private static ObjectNode approval(Answer answer) {
        ObjectNode json = node();
        json.put("answer", answer.kind().name());
        json.put("by", answer.by());
        json.put("at", answer.at().toString());
        json.put("plan_hash", answer.planHash());
        json.put("reason", answer.reason());
        return json;
    }

    private static Optional<String> preset(RunReport report) {
        return report.assessment()
                .map(found -> found.policy().preset())
                .or(() -> report.plan().map(plan -> plan.intent().preset()));
    }

    public static ObjectNode of(Assessment found) {
        ObjectNode json = node();
        json.put("table", found.table().toString());
        json.put("gate", found.policy().name());
        json.put("preset", found.policy().preset());
        overrides(json, found.policy().overrides());
        verdict(json, found.verdict());
        json.set("outputs", OutputsJson.of(found));
        ArrayNode objections = json.putArray("objections");
        found.objections().forEach(o -> {
            ObjectNode objection = objections.addObject();
            objection.put("kind", o.kind().name());
            objection.put("text", o.text());
        });
        return json;
    }

    public static ObjectNode of(Proposal proposal) {
        ObjectNode json = of(proposal.assessment());
        json.set("outputs", OutputsJson.of(proposal));
        json.set("plan", plan(proposal.plan()));
        return json;
    }

    /** What was set for this run alone, where anything was. */
    private static void overrides(ObjectNode json, Map<String, String> overrides) {
        if (!overrides.isEmpty()) {
            ObjectNode set = json.putObject("overrides");
            new TreeMap<>(overrides).forEach(set::put);
        }
    }

    private static void verdict(ObjectNode json, Verdict verdict) {
        json.put("verdict", verdict.level().name());
        json.set("reasons", findings(verdict.told()));
    }

    /** Each finding with its code, sentence, value and limit. */
    public static ArrayNode findings(List<Finding> findings) {
        ArrayNode reasons = JsonNodeFactory.instance.arrayNode();
        for (Finding finding : findings) {
            ObjectNode reason = reasons.addObject();
            reason.put("code", finding.code().name());
            reason.put("urgency", finding.urgency().name());
            reason.put("text", finding.text());
            reason.put("value", finding.value());
            reason.put("limit", finding.limit());
        }
        return reasons;
    }

    private static ArrayNode steps(List<StepRecord> records) {
        ArrayNode steps = JsonNodeFactory.instance.arrayNode();
        for (StepRecord record : records) {
            ObjectNode step = steps.addObject();
            step.put("name", record.name());
            step.put("outcome", record.outcome().name());
            step.put("started_at", record.startedAt().toString());
            step.put("seconds", BigDecimal.valueOf(record.took().toMillis(), 3));
            step.put("text", record.text());
        }
        return steps;
    }

    private static ObjectNode plan(MaintenancePlan plan) {
        ObjectNode json = node();
        json.put("id", plan.id());
        json.put("hash", plan.hash());
        json.put("version", plan.version());
        ArrayNode steps = json.putArray("steps");
        plan.steps().forEach(step -> {
            ObjectNode each = steps.addObject();
            each.put("text", Sentences.of(step));
            each.put("final", step.isFinal());
        });
        ObjectNode remaining = json.putObject("remaining");
        remaining.put("groups", plan.remaining().groups());
        remaining.put("files", plan.remaining().files());
        remaining.put("bytes", plan.remaining().bytes().count());
        ArrayNode leftAlone = json.putArray("left_alone");
        plan.leftAlone().forEach(l -> {
            ObjectNode each = leftAlone.addObject();
            each.put("code", l.code().name());
            each.put("text", l.text());
        });
        return json;
    }

    private static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }
}
