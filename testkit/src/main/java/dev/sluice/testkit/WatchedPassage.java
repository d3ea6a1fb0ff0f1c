/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.format.Passage;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A passage outside any gate: keeps the files that were announced, and lets a test look on, or act, as each is. */
public final class WatchedPassage implements Passage {

    private final String runId;
    private final Consumer<Location> announced;
    private final List<Location> written = new ArrayList<>();
    private final Set<Bucket> proven = new HashSet<>();

    /** @param announced called for each file before it is opened */
    public WatchedPassage(String runId, Consumer<Location> announced) {
        this.runId = runId;
        this.announced = announced;
    }

    @Override
    public String runId() {
        return runId;
    }

    @Override
    public void writes(Location file) {
        written.add(file);
        announced.accept(file);
    }

    @Override
    public boolean isProven(Bucket bucket) {
        return proven.contains(bucket);
    }

    @Override
    public void proves(Bucket bucket) {
        proven.add(bucket);
    }

    @Override
    public void progress(String what, long done, long total) {}

    /** Every file that was announced. */
    public List<Location> written() {
        return List.copyOf(written);
    }
}
