/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.doctor;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.TableState;
import dev.sluice.core.table.Writer;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What of a table itself keeps Sluice from maintaining it. */
final class TableChecks {

    private static final int WRITERS_SHOWN = 5;

    private final Store store;
    private final TableState state;
    private final Policy policy;
    private final Instant now;
    private final Optional<Location> looked;

    /** @param looked the place that was looked at before, apart from the table */
    TableChecks(Store store, TableState state, Policy policy, Instant now, Optional<Location> looked) {
        this.store = store;
        this.state = state;
        this.policy = policy;
        this.now = now;
        this.looked = looked;
    }

    List<Check> all() {
        List<Check> checks = new ArrayList<>();
        try {
            Optional<Location> file = aDataFile();
            file.map(this::read).ifPresent(checks::add);
            unwritable(file).ifPresent(checks::add);
        } catch (GateException e) {
            checks.add(Check.missing("data", e));
        }
        checks.add(features());
        checks.add(owner());
        checks.add(writers());
        return checks;
    }

    private Optional<Location> aDataFile() {
        try (Stream<DataFile> files = state.files()) {
            return files.findFirst().flatMap(state::place);
        }
    }

    /** Only folders of this machine tell whether they may be written. */
    private Optional<Check> unwritable(Optional<Location> file) {
        return Stream.concat(state.writtenFolders().stream(), file.map(Location::parent).stream())
                .filter(Location::isLocal)
                .map(this::standing)
                .distinct()
                .filter(folder -> !looked.equals(Optional.of(folder)))
                .filter(folder -> store.access(folder).mayWrite().equals(Optional.of(false)))
                .findFirst()
                .map(folder -> Check.notWritable("folders", "Files may not be written in %s.".formatted(folder)));
    }

    /** A folder, or the nearest above it that is there. */
    private Location standing(Location folder) {
        Location place = folder;
        while (!place.path().equals("/") && !store.holds(place)) {
            place = place.parent();
        }
        return place;
    }

    /** The end of one data file is read: data may lie, and be allowed, elsewhere than the log. */
    private Check read(Location file) {
        try {
            Optional<StoredFile> found = store.find(file);
            if (found.isEmpty()) {
                return Check.missing(
                        "data",
                        "The table holds %s, and it is not there.".formatted(file),
                        Fault.TABLE_DAMAGED.remedy());
            }
            if (found.get().archived()) {
                return Check.missing(
                        "data",
                        "%s lies in an archive, from which it cannot be read.".formatted(file),
                        "Restore the objects, or leave their partitions out by where; archived files are not compacted.");
            }
            try (StoreInput input = store.open(file)) {
                int length = (int) Math.min(8, input.size());
                input.readFully(input.size() - length, ByteBuffer.allocate(length));
            }
            return Check.ok("data", "A data file can be read.");
        } catch (GateException e) {
            return Check.missing("data", e);
        }
    }

    private Check features() {
        return found(Objection.Kind.UNSUPPORTED)
                .map(objection -> Check.missing("features", objection.text(), Fault.TABLE_FEATURE_UNSUPPORTED.remedy()))
                .orElseGet(() -> Check.ok("features", "The table uses nothing that Sluice does not write safely."));
    }

    private Check owner() {
        Optional<Objection> other = state.objections().stream()
                .filter(objection -> switch (objection.kind()) {
                    case OWNER_MAINTAINS, SWITCHED_OFF, CATALOG_OWNS -> true;
                    case UNSUPPORTED, WRITERS_MAY_OVERWRITE -> false;
                })
                .findFirst();
        if (other.isEmpty()) {
            return Check.ok("owner", "Nobody else maintains the table.");
        }
        if (other.get().kind() == Objection.Kind.OWNER_MAINTAINS && policy.takeOver()) {
            return Check.ok("owner", other.get().text());
        }
        return Check.missing(
                "owner", other.get().text(), "Until that changes, the table is assessed and left as it is.");
    }

    private Check writers() {
        String who = told(state.writers());
        Optional<Objection> unsaid = found(Objection.Kind.WRITERS_MAY_OVERWRITE);
        if (unsaid.isPresent() && policy.otherWriters().isEmpty()) {
            return Check.missing(
                    "other writers",
                    "%s %s".formatted(who, unsaid.get().text()),
                    "Set other-writers for the gate; until then the table is assessed and left as it is.");
        }
        return Check.ok("other writers", who);
    }

    private String told(List<Writer> writers) {
        if (writers.isEmpty()) {
            return "The history does not say who writes to the table.";
        }
        String some = writers.stream().limit(WRITERS_SHOWN).map(this::told).collect(Collectors.joining(", "));
        String more = writers.size() > WRITERS_SHOWN ? " and %d more".formatted(writers.size() - WRITERS_SHOWN) : "";
        return "Of late it was written by %s%s.".formatted(some, more);
    }

    private String told(Writer writer) {
        String last = writer.lastAt()
                .map(at -> at.isAfter(now) ? now : at)
                .map(at -> ", last on "
                        + at.truncatedTo(ChronoUnit.DAYS).toString().substring(0, 10))
                .orElse("");
        return "%s (%d %s%s)"
                .formatted(
                        writer.name().isEmpty() ? "somebody unnamed" : writer.name(),
                        writer.commits(),
                        writer.commits() == 1 ? "commit" : "commits",
                        last);
    }

    private Optional<Objection> found(Objection.Kind kind) {
        return state.objections().stream()
                .filter(objection -> objection.kind() == kind)
                .findFirst();
    }
}
