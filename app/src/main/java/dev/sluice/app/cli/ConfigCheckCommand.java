/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.ConfigFile;
import dev.sluice.core.fault.Fault;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code sluice config check}: says what is in force and where it came from, or all that is wrong at once. */
@Command(
        name = "check",
        description = "Say what is in force and where each value came from, or everything that is wrong at once.")
final class ConfigCheckCommand implements Callable<Integer> {

    private final Sluice sluice;

    ConfigCheckCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        ConfigFile file = sluice.configLocation().readOrRefuse(true);
        sluice.voice().checked(file, List.of());
        return file.problems().isEmpty() ? Exit.WORKED : Fault.CONFIG_INVALID.exitCode();
    }
}
