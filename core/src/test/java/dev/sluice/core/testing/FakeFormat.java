/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table format that knows one table in memory, version by version. */
public final class FakeFormat implements TableFormat {

    private final List<TestTable> versions = new ArrayList<>();
    private final FakeChanger changer;
    private Leftovers leftovers = Leftovers.NONE;
    private @Nullable RuntimeException failure;

    /** @param events where the changer writes what it does, as short sentences */
    public FakeFormat(TestTable table, List<String> events) {
        versions.add(table);
        changer = new FakeChanger(this, events);
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public boolean livesAt(Location location) {
        return location.toString().equals(newest().table().address());
    }

    @Override
    public TableState inspect(TableRef table) {
        if (failure != null) {
            throw failure;
        }
        return newest();
    }

    @Override
    public TableState inspect(TableRef table, long version) {
        return versions.stream()
                .filter(state -> state.version() == version)
                .findFirst()
                .orElseThrow(() -> new GateException(
                        Fault.TABLE_NOT_FOUND, table.toString(), "There is no version %d.".formatted(version)));
    }

    @Override
    public Leftovers leftovers(TableState state, Retention retention) {
        return leftovers;
    }

    @Override
    public TableChanger changer() {
        return changer;
    }

    /** What the changer does, call by call. */
    public FakeChanger script() {
        return changer;
    }

    public TestTable newest() {
        return versions.get(versions.size() - 1);
    }

    public List<TestTable> versions() {
        return List.copyOf(versions);
    }

    /** Somebody commits a version. */
    public void commit(TestTable next) {
        versions.add(next);
    }

    public void lies(Leftovers about) {
        leftovers = about;
    }

    /** From now on the table cannot be read. */
    public void failsToRead(RuntimeException with) {
        failure = with;
    }
}
