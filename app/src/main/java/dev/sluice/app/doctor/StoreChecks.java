/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.doctor;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.RunLog;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What of a store a run would need. */
final class StoreChecks {

    /** From here on S3 refuses what is signed by the other clock. */
    private static final Duration REFUSED_SKEW = Duration.ofMinutes(15);

    /** From here on somebody should look at the clock. */
    private static final Duration NOTED_SKEW = Duration.ofMinutes(1);

    private final Store store;
    private final Journal journal;
    private final Clock clock;

    StoreChecks(Store store, Journal journal, Clock clock) {
        this.store = store;
        this.journal = journal;
        this.clock = clock;
    }

    List<Check> of(Location place) {
        List<Check> checks = new ArrayList<>();
        try {
            Instant before = clock.instant();
            Access access = store.access(place);
            access.settings().forEach(setting -> checks.add(Check.ok(setting.name(), setting.value() + ".")));
            access.storeTime().ifPresent(time -> checks.add(clock(before, time, clock.instant())));
            checks.add(listing(place));
            checks.addAll(changing(place, access));
        } catch (GateException e) {
            checks.add(Check.missing("store", e));
            checks.add(listing(place));
        }
        return checks;
    }

    /** The store's clock was read at some time between two of ours, and shows whole seconds. */
    private static Check clock(Instant before, Instant shown, Instant after) {
        Duration behind = Duration.between(shown.plusSeconds(1), before);
        Duration ahead = Duration.between(after, shown);
        Duration skew = behind.compareTo(ahead) > 0 ? behind : ahead;
        if (skew.compareTo(NOTED_SKEW) < 0) {
            return Check.ok("clock", "This machine's clock and the store's agree to within a minute.");
        }
        String text = "This machine's clock is %d s %s the store's."
                .formatted(skew.toSeconds(), skew.equals(behind) ? "ahead of" : "behind");
        String remedy = "Set the clock of this machine, for example by NTP; the store refuses requests from %d min on."
                .formatted(REFUSED_SKEW.toMinutes());
        return Check.missing("clock", text, remedy);
    }

    private Check listing(Location place) {
        try (Stream<StoredFile> files = store.list(place)) {
            if (files.findFirst().isPresent()) {
                return Check.ok("list", "%s can be listed.".formatted(place));
            }
            return Check.missing("list", "Nothing lies at %s.".formatted(place), Fault.TABLE_NOT_FOUND.remedy());
        } catch (GateException e) {
            return Check.missing("list", e);
        }
    }

    /** What only matters once something is to be changed. */
    private List<Check> changing(Location place, Access access) {
        List<Check> checks = new ArrayList<>();
        checks.add(access.mayWrite()
                .map(may -> may
                        ? Check.ok("write", "Files may be written there.")
                        : Check.notWritable("write", "Files may not be written there."))
                .orElseGet(() -> Check.unknown(
                        "write",
                        "Only an approved change tries whether files may be written and deleted.",
                        "Allow s3:PutObject, s3:AbortMultipartUpload and s3:DeleteObject below %s.".formatted(place))));
        checks.add(conditionalPut(store.unproven(place)));
        checks.add(
                switch (access.versioning()) {
                    case UNVERSIONED ->
                        Check.ok("versioning", "What is deleted there is gone, so what is freed is really free.");
                    case VERSIONED ->
                        Check.ok(
                                "versioning",
                                "The bucket keeps old versions of what is deleted; what is freed is free once they expire.");
                    case UNKNOWN ->
                        Check.unknown(
                                "versioning",
                                "The store does not say whether it keeps what is deleted; freed bytes are called logical.",
                                "Allow s3:GetBucketVersioning to know.");
                });
        return checks;
    }

    private Check conditionalPut(Optional<Bucket> bucket) {
        if (bucket.isEmpty()) {
            return Check.ok("conditional put", "The store puts a commit only where there is none.");
        }
        Instant since = clock.instant().minus(RunLog.PROOF_HOLDS);
        return journal.proven(bucket.get())
                .filter(at -> at.isAfter(since))
                .map(at -> Check.ok(
                        "conditional put",
                        "On %s a run found that the service puts a commit only where there is none."
                                .formatted(at.truncatedTo(ChronoUnit.SECONDS))))
                .orElseGet(() -> Check.unknown(
                        "conditional put",
                        "No run has found out of late whether %s puts a commit only where there is none."
                                .formatted(bucket.get()),
                        "Nothing needs to be done: the first approved change makes sure, and refuses if it does not."));
    }
}
