/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.TableMark;
import dev.sluice.core.health.LeftoverCount;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.Objection;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.TableConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lists the files below a table that its current version does not hold. Deletes nothing.
 *
 * <p>A file is eligible for removal when it is older than the retention and nothing that is kept refers to it
 * ({@link References}). None is where that cannot be told for sure.
 */
final class LeftoverListing {

    private final Store store;
    private final Engine engine;
    private final DeltaState state;
    private final Location table;

    LeftoverListing(Store store, Engine engine, DeltaState state) {
        this.store = store;
        this.engine = engine;
        this.state = state;
        this.table = state.location();
    }

    Leftovers list(Retention retention, Instant now) {
        Instant cutoff = cutoff(state, retention.keepFor(), now);
        References references = References.of(engine, store, state, cutoff);
        List<String> partitionColumns = partitionColumns(state);
        Neighbours neighbours = new Neighbours();
        LeftoverCount count = new LeftoverCount();
        try (Stream<StoredFile> files = store.list(table)) {
            files.forEach(file -> {
                String path = table.relativize(file.location());
                neighbours.see(path);
                if (VacuumName.isCandidate(path, partitionColumns) && !references.mayBeLive(file.location())) {
                    count.add(file, file.modifiedAt().isBefore(cutoff) && !references.mayRefer(file.location()));
                }
            });
        } catch (GateException e) {
            return Leftovers.notAssessed(e);
        }
        return count.leftovers(objection(store, state, references).or(neighbours::objection));
    }

    /** Everything that was changed before this time may go: the longest of what was asked and the table's own retention. */
    static Instant cutoff(DeltaState state, Duration asked, Instant now) {
        Duration own = Duration.ofMillis(
                TableConfig.TOMBSTONE_RETENTION.fromMetadata(state.snapshot().getMetadata()));
        Duration floor = Retention.FLOOR.compareTo(asked) > 0 ? Retention.FLOOR : asked;
        return now.minus(own.compareTo(floor) > 0 ? own : floor);
    }

    /** Names of folders that hold data: logical and physical names of the partition columns. */
    static List<String> partitionColumns(DeltaState state) {
        List<String> names = new ArrayList<>();
        PartitionColumns columns = PartitionColumns.of(state.snapshot().getMetadata());
        columns.columns().forEach(column -> names.add(column.name()));
        names.addAll(columns.physicalNames());
        return names;
    }

    /** Why nothing below the table may be removed, as far as its state and its place tell. */
    static Optional<String> objection(Store store, DeltaState state, References references) {
        for (Objection objection : state.objections()) {
            if (!objection.canBeLifted()) {
                return Optional.of(objection.text());
            }
        }
        if (references.isEmpty()) {
            return Optional.of("The table's current version holds no file, so that what it refers to proves nothing.");
        }
        return TableMark.objectionAbove(store, state.location());
    }
}
