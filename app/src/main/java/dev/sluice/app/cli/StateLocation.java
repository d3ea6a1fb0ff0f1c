/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where the journal lives: what was asked for, else {@code SLUICE_STATE}, else what the configuration says, else the
 * user's data folder.
 */
final class StateLocation {

    private static final String VARIABLE = "SLUICE_STATE";

    private StateLocation() {}

    /**
     * @param configured asked only where nothing else says it
     */
    static Path of(Optional<String> option, Supplier<Optional<String>> configured, Surroundings around) {
        if (option.isPresent()) {
            return folder("--state", option.get(), around);
        }
        Map<String, String> environment = around.environment();
        String fromEnvironment = environment.getOrDefault(VARIABLE, "");
        if (!fromEnvironment.isEmpty()) {
            return folder(VARIABLE, fromEnvironment, around);
        }
        Optional<String> fromConfiguration = configured.get();
        if (fromConfiguration.isPresent()) {
            return folder("state", fromConfiguration.get(), around);
        }
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        // By the XDG specification a relative path there counts for nothing.
        return data.startsWith("/")
                ? Path.of(data).resolve("sluice")
                : around.home().resolve(".local/share/sluice");
    }

    private static Path folder(String setting, String value, Surroundings around) {
        if (value.isBlank()) {
            throw new GateException(Fault.CONFIG_INVALID, setting, "The name of the state folder is empty.");
        }
        if (value.contains("://")) {
            throw new GateException(
                    Fault.CONFIG_INVALID, setting, "The state is kept in a folder; a database's URL is not taken yet.");
        }
        return around.path(value);
    }
}
