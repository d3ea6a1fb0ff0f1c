/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.format.Traces;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A table format that knows one table in memory, version by version. */
public final class FakeFormat implements TableFormat {

    private final List<TestTable> versions = new ArrayList<>();
    private final Set<Location> held = new HashSet<>();
    private final Set<Location> gone = new HashSet<>();
    private final FakeChanger changer;
    private int inspections;
    private Leftovers leftovers = Leftovers.NONE;
    private boolean arrivesLate;
    private Expirable expirable = Expirable.NONE;
    private @Nullable RuntimeException failure;
    private final Map<String, Integer> forgotten = new HashMap<>();

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
        reads("inspect");
        inspections++;
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
        reads("leftovers");
        if (!leftovers.areAssessed()) {
            return leftovers;
        }
        List<StoredFile> eligible = leftovers.eligible().stream()
                .filter(file -> !gone.contains(file.location()))
                .toList();
        long fewer = (long) leftovers.eligible().size() - eligible.size();
        long bytes = leftovers.eligibleBytes().count() - sum(eligible);
        return new Leftovers(
                leftovers.unreferenced() - fewer,
                Bytes.of(leftovers.unreferencedBytes().count() - bytes),
                eligible);
    }

    @Override
    public Expirable expirable(TableState state, Expiry expiry) {
        reads("expirable");
        return expirable;
    }

    private static long sum(List<StoredFile> files) {
        return files.stream().mapToLong(f -> f.size().count()).sum();
    }

    @Override
    public Traces traces(TableRef table, List<Location> written) {
        Map<Location, Long> committed = new HashMap<>();
        for (TestTable state : versions) {
            state.dataFiles().forEach(file -> committed.putIfAbsent(locationOf(file.path()), state.version()));
        }
        return new Traces(
                written.stream()
                        .filter(committed::containsKey)
                        .mapToLong(committed::get)
                        .findFirst(),
                written.stream()
                        .filter(file -> held.contains(file) && !committed.containsKey(file))
                        .map(file -> new StoredFile(file, Bytes.ofMebibytes(1), newest().readAt()))
                        .toList(),
                arrivesLate);
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

    /** Where a file of the table lies. */
    public Location locationOf(String path) {
        return Location.local(newest().table().address()).resolve(path);
    }

    /** A file lies below the table, whether or not the table knows of it. */
    public void holds(Location file) {
        held.add(file);
    }

    void loses(Location file) {
        held.remove(file);
        gone.add(file);
    }

    /** True if a file that the table's changer wrote, or that was put there, still lies below it. */
    public boolean stillHolds(Location file) {
        return held.contains(file);
    }

    /** Files lie about below the table, until they are removed. */
    public void lies(Leftovers about) {
        leftovers = about;
    }

    /** The table lies on a store where what was sent may still arrive when its sender is gone. */
    public void arrivesLate() {
        arrivesLate = true;
    }

    /** The table holds versions that could be forgotten, until they are. */
    public void remembers(Expirable old) {
        expirable = old;
    }

    void forgets() {
        expirable = Expirable.NONE;
    }

    /** How often the table's newest version was read. */
    public int inspections() {
        return inspections;
    }

    /** So many times, another writer makes the table forget its version during a look at it. */
    public void forgetsDuring(String look, int times) {
        forgotten.put(look, times);
    }

    private void reads(String look) {
        int times = forgotten.getOrDefault(look, 0);
        forgotten.put(look, times - 1);
        if (times > 0) {
            throw new GateException(Fault.VERSION_FORGOTTEN, newest().table().toString(), "It was forgotten.");
        }
    }

    /** From now on the table cannot be read. */
    public void failsToRead(RuntimeException with) {
        failure = with;
    }
}
