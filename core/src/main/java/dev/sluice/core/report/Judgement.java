/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a table was judged, as far as it is told of: what is kept of an {@link Assessment} while a run waits for its answer.
 *
 * @param overrides what was set for the run alone
 * @param verdict with the findings that are told
 * @param figures what was measured, as {@code outputs.assess} has it
 */
public record Judgement(Map<String, String> overrides, Verdict verdict, JsonNode figures) {

    public Judgement {
        overrides = Map.copyOf(overrides);
    }

    static Judgement of(Assessment found) {
        return new Judgement(
                found.policy().overrides(),
                new Verdict(found.verdict().level(), found.verdict().told()),
                OutputsJson.assess(found));
    }

    /** Read back from a report; empty if that told of no judgement, as of a plan that was made before its run. */
    static Optional<Judgement> in(JsonNode report) {
        JsonNode figures = report.at("/outputs/assess");
        if (!report.has("verdict") || figures.isMissingNode()) {
            return Optional.empty();
        }
        Map<String, String> overrides = new TreeMap<>();
        report.path("overrides")
                .properties()
                .forEach(set -> overrides.put(set.getKey(), set.getValue().asText()));
        List<Finding> findings = new ArrayList<>();
        report.path("reasons").forEach(reason -> findings.add(finding(reason)));
        Verdict.Level level = Verdict.Level.valueOf(report.get("verdict").asText());
        return Optional.of(new Judgement(overrides, new Verdict(level, findings), figures));
    }

    private static Finding finding(JsonNode reason) {
        return new Finding(
                Code.valueOf(reason.path("code").asText()),
                Finding.Urgency.valueOf(reason.path("urgency").asText()),
                reason.path("text").asText(),
                reason.path("value").asDouble(),
                reason.path("limit").asDouble());
    }
}
