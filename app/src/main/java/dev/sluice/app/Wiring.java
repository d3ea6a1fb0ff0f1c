/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import dev.sluice.app.cli.Demo;
import dev.sluice.app.cli.Parts;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.run.Journal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The product assembled: the only place that names every part. */
final class Wiring implements Parts {

    @Override
    public Formats formats() {
        return new Formats(List.of());
    }

    @Override
    public Journal journal(Path stateFolder) {
        throw new GateException(Fault.INTERNAL, stateFolder.toString(), "This build has no journal.");
    }

    @Override
    public Policy policy(String preset, Map<String, String> settings) {
        throw new GateException(Fault.CONFIG_INVALID, preset, "This build has no presets.");
    }

    @Override
    public Optional<Demo> demo(String format) {
        return Optional.empty();
    }
}
