/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.Prospect;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableRef;
import java.time.Instant;
import java.util.Optional;

/**
 * One table among many: its figures and what its maintenance is worth, or the fault that keeps it from being told.
 *
 * @param place the table; or a folder that could not be looked into
 * @param figures empty where the table could not be read
 * @param trouble why not; or why, though it can be read, it cannot be maintained or listed
 */
public record FleetRow(String place, Optional<TableRef> table, Optional<Figures> figures, Optional<Trouble> trouble) {

    /**
     * What was measured of a table, what the policy says of it, and what would come of it.
     *
     * @param why the reasons of the verdict in one line, without a final full stop
     * @param versionAt when the newest version was made; empty where that cannot be told
     */
    public record Figures(
            Verdict.Level verdict,
            String why,
            long version,
            Optional<Instant> versionAt,
            long files,
            long smallFiles,
            double smallRatio,
            Bytes size,
            Worth worth) {

        static Figures of(Prospect found) {
            Assessment assessment = found.assessment();
            TableHealth health = assessment.health();
            return new Figures(
                    assessment.verdict().level(),
                    Sentences.told(assessment.verdict()),
                    health.version(),
                    health.history().newestAt(),
                    health.files(),
                    health.smallFiles(),
                    health.smallRatio(),
                    health.bytes(),
                    Worth.of(found.plan(), found.leftovers()));
        }

        public long filesAfter() {
            return files - worth.filesSaved();
        }
    }

    /** A fault with its subject and reason, as far as a row tells of it. */
    public record Trouble(Fault fault, String subject, String reason) {

        static Trouble of(GateException cause) {
            return new Trouble(cause.fault(), cause.subject(), cause.reason());
        }
    }

    public static FleetRow of(Prospect found) {
        TableRef table = found.assessment().table();
        return new FleetRow(
                table.toString(),
                Optional.of(table),
                Optional.of(Figures.of(found)),
                found.refusal().map(Trouble::of));
    }

    public static FleetRow refused(Sighting sighting, GateException cause) {
        return new FleetRow(sighting.place(), sighting.table(), Optional.empty(), Optional.of(Trouble.of(cause)));
    }

    /** True if the table's figures are known. */
    public boolean isRead() {
        return figures.isPresent();
    }

    public boolean isDue() {
        return figures.filter(f -> f.verdict() != Verdict.Level.HEALTHY).isPresent();
    }

    /** What its maintenance is worth; nothing where that is not known. */
    public Worth worth() {
        return figures.map(Figures::worth).orElse(Worth.NOTHING);
    }

    /** The word of the verdict, or of the fault where there is none. */
    public String verdict() {
        return figures.map(f -> f.verdict().name())
                .or(() -> trouble.map(t -> t.fault().name()))
                .orElse("");
    }

    /** Why it is due, or what is wrong, in one line. */
    public String why() {
        return trouble.map(t -> t.subject().equals(place) ? t.reason() : t.subject() + ": " + t.reason())
                .or(() -> figures.map(Figures::why))
                .orElse("");
    }
}
