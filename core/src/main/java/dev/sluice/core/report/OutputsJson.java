/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.Relisting;
import dev.sluice.core.format.Removal;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Code;
import dev.sluice.core.table.DeleteFiles;
import dev.sluice.core.verify.Verification;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** What each part of a run found and did; the names and the units in them are part of the product's contract. */
final class OutputsJson {

    /** So many degraded partitions are told. */
    private static final int WORST = 20;

    private OutputsJson() {}

    static ObjectNode of(RunReport report) {
        ObjectNode outputs = node();
        report.judgement().ifPresent(found -> outputs.set("assess", found.figures()));
        report.before().ifPresent(health -> outputs.set("compact", compact(report, health)));
        report.pruning().ifPresent(account -> outputs.set("prune", prune(account)));
        report.manifestRewrite()
                .ifPresent(account -> outputs.set("rewrite_manifests", rewriteManifests(account, report.after())));
        report.expirable().ifPresent(listed -> outputs.set("expire", expire(listed, report.expiration())));
        report.leftovers().ifPresent(listed -> cleaning(outputs, expires(report), listed, report.removal()));
        report.scorecard().ifPresent(card -> outputs.set("scorecard", scorecard(card)));
        report.verification().ifPresent(check -> outputs.set("verify", verify(check)));
        return outputs;
    }

    static ObjectNode of(Assessment found) {
        ObjectNode outputs = node();
        outputs.set("assess", assess(found));
        return outputs;
    }

    /** With all that could be cleaned, of which nothing was. */
    static ObjectNode of(Proposal proposal) {
        ObjectNode outputs = of(proposal.assessment());
        boolean expires = proposal.assessment().policy().expiry().isPresent();
        if (expires) {
            outputs.set("expire", expire(proposal.expirable(), Optional.empty()));
        }
        cleaning(outputs, expires, proposal.leftovers(), Optional.empty());
        return outputs;
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
        json.put("skipped_partitions", report.plan().map(OutputsJson::busy).orElse(0L));
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

    private static boolean expires(RunReport report) {
        return report.plan()
                .map(plan -> plan.intent().expiry().isPresent())
                .or(() ->
                        report.assessment().map(found -> found.policy().expiry().isPresent()))
                .orElse(false);
    }

    /** Where the gate forgets versions itself, what lies below the table and no version holds are orphans. */
    private static void cleaning(ObjectNode outputs, boolean expires, Leftovers listed, Optional<Removal> removal) {
        if (expires) {
            outputs.set("orphans", orphans(listed, removal));
        } else {
            outputs.set("vacuum", vacuum(listed, removal));
        }
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

    private static ObjectNode verify(Verification check) {
        ObjectNode json = node();
        json.put("rows_before", check.rowsBefore());
        json.put("rows_after", check.rowsAfter());
        json.put("verification_passed", check.passed());
        json.put("verified_at", check.verifiedAt().toString());
        return json;
    }

    private static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static BigDecimal rounded(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP);
    }
}
