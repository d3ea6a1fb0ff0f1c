/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.format.Traces;
import dev.sluice.core.format.WhatIsThere;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.delta.kernel.KernelEngine;
import dev.sluice.delta.kernel.KernelPath;
import dev.sluice.rewrite.RewriteLimits;
import io.delta.kernel.SnapshotBuilder;
import io.delta.kernel.TableManager;
import io.delta.kernel.internal.SnapshotImpl;
import java.time.Clock;
import java.util.List;
import java.util.OptionalLong;

/** Delta Lake, as far as it is read: versions through Kernel, leftovers by listing. */
public final class DeltaFormat implements TableFormat {

    private final Store store;
    private final KernelEngine engine;
    private final Clock clock;
    private final RewriteLimits limits;

    public DeltaFormat(Store store, Clock clock, RewriteLimits limits) {
        this.store = store;
        this.engine = KernelEngine.on(store);
        this.clock = clock;
        this.limits = limits;
    }

    @Override
    public String name() {
        return "delta";
    }

    @Override
    public boolean livesAt(Location location) {
        return store.holds(LogFolder.of(location));
    }

    @Override
    public boolean showsTable(Location folder, String subfolder) {
        return subfolder.equals(LogFolder.NAME);
    }

    @Override
    public TableState inspect(TableRef table) {
        Location location = locate(table);
        if (!livesAt(location)) {
            throw notFound(table, location);
        }
        return load(table, OptionalLong.empty());
    }

    @Override
    public TableState inspect(TableRef table, long version) {
        return load(table, OptionalLong.of(version));
    }

    @Override
    public Leftovers leftovers(TableState state, Retention retention) {
        return new LeftoverListing(store, engine, (DeltaState) state).list(retention, clock.instant());
    }

    /** PROTOCOL.md: the writers of a Delta table clean its log up themselves, by the table's own retention. */
    @Override
    public Expirable expirable(TableState state, Expiry expiry) {
        return Expirable.NONE;
    }

    @Override
    public Traces traces(TableRef table, List<Location> written) {
        return new RunTraces(store, engine, load(table, OptionalLong.empty())).of(written);
    }

    @Override
    public TableChanger changer() {
        return new DeltaChanger(store, engine, this, limits, clock);
    }

    /** Loads a table that was there a moment ago; one that is gone is told of where Kernel finds nothing. */
    DeltaState load(TableRef table, OptionalLong version) {
        Location location = locate(table);
        try {
            return read(table, location, version);
        } catch (GateException e) {
            throw e.fault() == Fault.TABLE_NOT_FOUND && !livesAt(location) ? notFound(table, location) : e;
        }
    }

    private DeltaState read(TableRef table, Location location, OptionalLong version) {
        return Refusals.refusing(table.toString(), () -> {
            SnapshotBuilder builder = TableManager.loadSnapshot(KernelPath.text(location));
            version.ifPresent(builder::atVersion);
            KernelEngine loading = KernelEngine.forOneLoading(store);
            SnapshotImpl snapshot = (SnapshotImpl) builder.build(loading);
            LogFolder log = new LogFolder(store, location);
            return new DeltaState(table, location, loading, snapshot, log.look(snapshot.getVersion()), clock.instant());
        });
    }

    private static Location locate(TableRef table) {
        try {
            return Location.parse(table.address());
        } catch (IllegalArgumentException e) {
            throw new GateException(Fault.USAGE, table.toString(), e.getMessage() + ".", e);
        }
    }

    private GateException notFound(TableRef table, Location location) {
        String why = WhatIsThere.insteadOfFolder(store, location)
                .orElseGet(() -> "There is no _delta_log folder, so this is no Delta table; %s."
                        .formatted(WhatIsThere.in(store, location)));
        return new GateException(Fault.TABLE_NOT_FOUND, table.toString(), why);
    }
}
