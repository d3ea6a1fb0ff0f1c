/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import dev.sluice.app.cli.Demo;
import dev.sluice.app.cli.Parts;
import dev.sluice.app.config.Config;
import dev.sluice.core.format.Formats;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Leases;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.delta.DeltaFormat;
import dev.sluice.delta.demo.DeltaDemo;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.state.StateFolder;
import dev.sluice.storage.LocalStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The product assembled: the only place that names every part. */
final class Wiring implements Parts {

    private final Clock clock;
    private final Store store = new LocalStore();

    Wiring(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Formats formats(Config config) {
        return new Formats(List.of(new DeltaFormat(store, clock, RewriteLimits.ofThisMachine())));
    }

    @Override
    public Store store(Config config) {
        return store;
    }

    @Override
    public Journal journal(Path stateFolder) {
        return StateFolder.open(stateFolder).journal(clock);
    }

    @Override
    public Leases leases(Path stateFolder) {
        return StateFolder.open(stateFolder).leases();
    }

    @Override
    public Policy policy(String preset, String format, List<Map<String, String>> layers) {
        return Presets.named(preset).policy(preset, format, layers);
    }

    @Override
    public Optional<Demo> demo(String format) {
        return format.equals("delta")
                ? Optional.of(new Demo(
                        "of 40 commits with 100 rows each (order_id, amount), as small appends leave it behind",
                        this::writeDeltaDemo))
                : Optional.empty();
    }

    @Override
    public Optional<Demo> agedDemo(String format) {
        return format.equals("delta")
                ? Optional.of(new Demo(
                        "of 40 commits with 100 rows each, of which a compaction eight days ago replaced the first ten files",
                        this::writeAgedDeltaDemo))
                : Optional.empty();
    }

    private Demo.Written writeDeltaDemo(Path folder) {
        Location location = Location.local(folder);
        new DeltaDemo(store, clock).write(location, commits -> {});
        return new Demo.Written(new TableRef("delta", location.toString()), Set.of());
    }

    private Demo.Written writeAgedDeltaDemo(Path folder) {
        Location location = Location.local(folder);
        Set<Path> outOfUse = new DeltaDemo(store, clock)
                .writeAged(location, commits -> {}).stream()
                        .map(file -> Path.of(file.path()))
                        .collect(Collectors.toSet());
        return new Demo.Written(new TableRef("delta", location.toString()), outOfUse);
    }
}
