/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.format.Expiration;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.report.Scorecard;
import dev.sluice.core.report.Sentences;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Old versions in words, those that could be expired and those that were, and what a maintenance was worth. */
final class HistoryText {

    private HistoryText() {}

    static String expirable(Expirable old) {
        String resumes = old.resumesFrom()
                .map(version -> "; a stream can resume from version %d of %s on"
                        .formatted(version.id(), version.at().truncatedTo(ChronoUnit.SECONDS)))
                .orElse("");
        return "%s past the retention, %s (%s) that only they hold%s"
                .formatted(
                        Words.count(old.versions().size(), "version"),
                        Words.count(old.files(), "file"),
                        old.bytes(),
                        resumes);
    }

    static String expired(Expiration account) {
        return "%s, with %s, %s and %s; %s; %d kept, %d failed"
                .formatted(
                        Words.count(account.versions().size(), "version"),
                        Words.count(account.dataFiles(), "data file"),
                        Words.count(account.deleteFiles(), "delete file"),
                        Words.count(account.manifests(), "manifest"),
                        account.bytes(),
                        account.kept().size(),
                        account.failed().size());
    }

    static List<String> kept(Expiration account) {
        return account.kept().stream()
                .map(kept -> "version %d: %s".formatted(kept.version().id(), kept.reason()))
                .toList();
    }

    /** What was reached where something was; a projection is told only where nothing was, and as such. */
    static Optional<String> worth(Scorecard card) {
        if (card.degraded().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(card.done().map(HistoryText::reached).orElseGet(() -> projected(card)));
    }

    private static String reached(Scorecard.Done done) {
        return "%s compacted, %s eliminated; a full scan of them opens %s times fewer files"
                .formatted(
                        Words.count(done.partitions(), "partition"),
                        Words.count(done.smallFilesEliminated(), "small file"),
                        Sentences.decimals(done.measuredSpeedup(), 2));
    }

    private static String projected(Scorecard card) {
        return "%s degraded, %s in them; compaction would leave %s times fewer files (a projection)"
                .formatted(
                        Words.count(card.degraded().size(), "partition"),
                        card.compactable(),
                        Sentences.decimals(card.projectedSpeedup(), 2));
    }
}
