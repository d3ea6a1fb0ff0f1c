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
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.Relisting;
import dev.sluice.core.format.Removal;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.table.DeleteFiles;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The JSON voice of reports; the names inside {@code outputs} are part of the product's contract. */
public final class ReportJson {

    private static final String ORPHANS = "orphans";

    /** So many degraded partitions are told. */
    private static final int WORST = 20;

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
        ObjectNode outputs = json.putObject("outputs");
        judgement.ifPresent(found -> outputs.set("assess", found.figures()));
        report.before().ifPresent(health -> outputs.set("compact", compact(report, health)));
        report.pruning().ifPresent(account -> outputs.set("prune", prune(account)));
        report.manifestRewrite()
                .ifPresent(account -> outputs.set("rewrite_manifests", rewriteManifests(account, report.after())));
        report.expirable().ifPresent(listed -> outputs.set("expire", expire(listed, report.expiration())));
        report.leftovers()
                .ifPresent(listed -> outputs.set(
                        cleaning(report),
                        cleaning(report).equals(ORPHANS)
                                ? orphans(listed, report.removal())
                                : vacuum(listed, report.removal())));
        report.scorecard().ifPresent(card -> outputs.set("scorecard", scorecard(card)));
        report.verification().ifPresent(check -> {
            ObjectNode verify = outputs.putObject("verify");
            verify.put("rows_before", check.rowsBefore());
            verify.put("rows_after", check.rowsAfter());
            verify.put("verification_passed", check.passed());
            verify.put("verified_at", check.verifiedAt().toString());
        });
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
        json.putObject("outputs").set("assess", assess(found));
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
        ObjectNode outputs = (ObjectNode) json.get("outputs");
        if (proposal.assessment().policy().expiry().isPresent()) {
            outputs.set("expire", expire(proposal.expirable(), Optional.empty()));
            outputs.set(ORPHANS, orphans(proposal.leftovers(), Optional.empty()));
        } else {
            outputs.set("vacuum", vacuum(proposal.leftovers(), Optional.empty()));
        }
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

    static ObjectNode assess(Assessment found) {
        TableHealth health = found.health();
        ObjectNode json = node();
        json.put("version", health.version());
        json.put("files", health.files());
        json.put("small_files", health.smallFiles());
        json.put("small_ratio", rounded(health.smallRatio(), 3));
        json.put("size_mb", rounded(health.bytes().mebibytes(), 2));
        json.put(
                "delete_files",
                health.history().deleteFiles().map(DeleteFiles::files).orElse(health.filesWithDeletes()));
        health.history()
                .deleteFiles()
                .ifPresent(deletes ->
                        json.put("dangling_deletes", deletes.dangling().size()));
        json.put("deleted_rows_percent", rounded(health.deletedPercent(), 2));
        json.put("versions", health.history().versions());
        json.put("metadata_mb", rounded(health.history().metadata().mebibytes(), 2));
        health.history().manifests().ifPresent(manifests -> json.put("manifests", manifests));
        json.put("partitions", health.partitions().size());
        json.put("compactable_partition_count", found.compactablePartitions());
        found.scorecard().ifPresent(card -> {
            json.put("total_partitions", health.partitions().size());
            json.put("total_lakehouse_files", health.files());
            json.put("total_small_files", health.smallFiles());
            json.put("fragmented_partition_count", card.degraded().size());
            json.put("avg_fragmentation_ratio", rounded(health.meanSmallRatio(), 4));
            json.put("compactable_mb", rounded(card.compactable().mebibytes(), 2));
            json.put("projected_speedup_factor", rounded(card.projectedSpeedup(), 2));
            json.set("degraded_partitions", degraded(card));
        });
        json.put("needs_compaction", found.needsCompaction());
        json.put("summary", Sentences.judged(found));
        json.put("evaluated_at", found.evaluatedAt().toString());
        return json;
    }

    private static ObjectNode compact(RunReport report, TableHealth before) {
        ObjectNode json = node();
        Optional<Change> change = report.change();
        long removed = change.map(c -> c.removed().size()).orElse(0);
        long added = change.map(c -> c.added().size()).orElse(0);
        Optional<TableHealth> after = report.after();
        json.put("compacted", change.isPresent());
        json.put("files_removed", removed);
        json.put("files_added", added);
        json.put("files_after", after.map(TableHealth::files).orElse(before.files() - removed + added));
        json.put(
                "version",
                after.map(TableHealth::version)
                        .orElseGet(() -> change.map(Change::version).orElse(before.version())));
        json.put("bytes_read", change.map(c -> c.bytesRead().count()).orElse(0L));
        json.put("bytes_written", change.map(c -> c.bytesWritten().count()).orElse(0L));
        json.put("rows", change.map(Change::rowsWritten).orElse(0L));
        json.put("skipped_partitions", report.plan().map(ReportJson::busy).orElse(0L));
        return json;
    }

    private static long busy(MaintenancePlan plan) {
        return plan.leftAlone().stream()
                .filter(l -> l.code() == Code.BUSY_PARTITION)
                .count();
    }

    /** The worst degraded partitions, each with its profile; how many there are is said beside them. */
    private static ArrayNode degraded(Scorecard card) {
        ArrayNode partitions = JsonNodeFactory.instance.arrayNode();
        card.degraded().stream().limit(WORST).forEach(partition -> {
            ObjectNode each = partitions.addObject();
            each.put("partition", partition.partition().toString());
            each.put("total_files", partition.files());
            each.put("small_files", partition.smallFiles());
            each.put("total_size_mb", rounded(partition.bytes().mebibytes(), 2));
            each.put("avg_file_size_mb", rounded(partition.bytes().mebibytes() / partition.files(), 2));
            each.put("fragmentation_ratio", rounded(partition.smallRatio(), 4));
        });
        return partitions;
    }

    private static ObjectNode scorecard(Scorecard card) {
        ObjectNode json = node();
        json.put("fragmented_partition_count", card.degraded().size());
        json.put("compactable_mb", rounded(card.compactable().mebibytes(), 2));
        json.put("projected_speedup_factor", rounded(card.projectedSpeedup(), 2));
        card.done().ifPresent(done -> {
            json.put("compacted_partitions", done.partitions());
            json.put("small_files_eliminated", done.smallFilesEliminated());
            json.put("measured_speedup_factor", rounded(done.measuredSpeedup(), 2));
        });
        return json;
    }

    private static ObjectNode prune(Relisting account) {
        ObjectNode json = node();
        json.put("delete_files_removed", account.taken());
        json.put("bytes_removed", account.bytesTaken().count());
        json.put("version", account.change().version());
        return json;
    }

    private static ObjectNode rewriteManifests(Relisting account, Optional<TableHealth> after) {
        ObjectNode json = node();
        json.put("manifests_removed", account.taken());
        json.put("manifests_added", account.put());
        after.map(TableHealth::history)
                .flatMap(history -> history.manifests().stream().boxed().findFirst())
                .ifPresent(manifests -> json.put("manifests_after", manifests));
        json.put("bytes_removed", account.bytesTaken().count());
        json.put("bytes_added", account.bytesPut().count());
        json.put("version", account.change().version());
        return json;
    }

    private static ObjectNode expire(Expirable listed, Optional<Expiration> account) {
        ObjectNode json = node();
        json.put("eligible_versions", listed.versions().size());
        json.put("eligible_files", listed.files());
        json.put("eligible_bytes", listed.bytes().count());
        listed.objection().ifPresent(text -> json.put("objection", text));
        json.put("versions_expired", account.map(a -> a.versions().size()).orElse(0));
        json.put("data_files_deleted", account.map(Expiration::dataFiles).orElse(0L));
        json.put("delete_files_deleted", account.map(Expiration::deleteFiles).orElse(0L));
        json.put("manifests_deleted", account.map(Expiration::manifests).orElse(0L));
        json.put("bytes_freed", account.map(a -> a.bytes().count()).orElse(0L));
        return json;
    }

    /** Where the gate forgets versions itself, what lies below the table and no version holds are orphans. */
    private static String cleaning(RunReport report) {
        boolean expires = report.plan()
                .map(plan -> plan.intent().expiry().isPresent())
                .or(() ->
                        report.assessment().map(found -> found.policy().expiry().isPresent()))
                .orElse(false);
        return expires ? ORPHANS : "vacuum";
    }

    private static ObjectNode orphans(Leftovers leftovers, Optional<Removal> removal) {
        ObjectNode json = node();
        if (leftovers.areAssessed()) {
            json.put("listed", leftovers.unreferenced());
            json.put("eligible", leftovers.eligible().size());
            json.put("bytes", leftovers.eligibleBytes().count());
        } else {
            json.put("assessed", false);
        }
        json.put("deleted", removal.map(r -> r.deleted().size()).orElse(0));
        json.put("failed", removal.map(r -> r.failed().size()).orElse(0));
        leftovers.objection().ifPresent(text -> json.put("objection", text));
        return json;
    }

    private static ObjectNode vacuum(Leftovers leftovers, Optional<Removal> removal) {
        ObjectNode json = node();
        if (leftovers.areAssessed()) {
            json.put("unreferenced_files", leftovers.unreferenced());
            json.put("unreferenced_bytes", leftovers.unreferencedBytes().count());
            json.put("eligible_files", leftovers.eligible().size());
            json.put("eligible_bytes", leftovers.eligibleBytes().count());
            json.put("archived_files", leftovers.archived());
        } else {
            json.put("assessed", false);
        }
        leftovers.objection().ifPresent(text -> json.put("objection", text));
        json.put("deleted_files", removal.map(r -> r.deleted().size()).orElse(0));
        json.put("deleted_bytes", removal.map(r -> r.bytes().count()).orElse(0L));
        json.put("failed_files", removal.map(r -> r.failed().size()).orElse(0));
        json.put("kept_files", removal.map(r -> r.kept().size()).orElse(0));
        return json;
    }

    private static ArrayNode steps(List<StepRecord> records) {
        ArrayNode steps = JsonNodeFactory.instance.arrayNode();
        for (StepRecord record : records) {
            ObjectNode step = steps.addObject();
            step.put("name", record.name());
            step.put("outcome", record.outcome().name());
            step.put("started_at", record.startedAt().toString());
            step.put("seconds", rounded(record.took().toMillis() / 1000.0, 3));
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

    private static BigDecimal rounded(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP);
    }
}
