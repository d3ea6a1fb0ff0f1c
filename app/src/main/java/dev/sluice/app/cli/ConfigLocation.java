/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.ConfigFile;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.nio.file.Files;
import java.util.Optional;

/** Which configuration file is read: what was asked for, else {@code SLUICE_CONFIG}, else the usual one where it is there. */
final class ConfigLocation {

    private static final String VARIABLE = "SLUICE_CONFIG";

    private final Optional<String> option;
    private final Surroundings around;

    ConfigLocation(Optional<String> option, Surroundings around) {
        this.option = option;
        this.around = around;
    }

    /** The file as it was read; empty where there is none. Of YAML nothing is loaded then. */
    Optional<ConfigFile> read(boolean triesSecrets) {
        return name().map(name -> ConfigFile.read(around.path(name), name, around.environment(), triesSecrets));
    }

    /** The same for a command that cannot do without. */
    ConfigFile readOrRefuse(boolean triesSecrets) {
        return read(triesSecrets)
                .orElseThrow(() -> new GateException(
                        Fault.CONFIG_INVALID,
                        around.path(ConfigFile.USUAL).toString(),
                        "There is no such file, and neither --config nor %s names another.".formatted(VARIABLE)));
    }

    private Optional<String> name() {
        if (option.isPresent()) {
            return option;
        }
        String fromEnvironment = around.environment().getOrDefault(VARIABLE, "");
        if (!fromEnvironment.isEmpty()) {
            return Optional.of(fromEnvironment);
        }
        return Files.exists(around.path(ConfigFile.USUAL)) ? Optional.of(ConfigFile.USUAL) : Optional.empty();
    }
}
