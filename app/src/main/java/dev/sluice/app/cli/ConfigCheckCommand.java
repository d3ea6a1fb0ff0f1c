/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.ConfigFile;
import dev.sluice.app.config.Connection;
import dev.sluice.core.fault.Fault;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice config check}: says what is in force and where it came from, or all that is wrong at once. */
@Command(
        name = "check",
        description = "Say what is in force and where each value came from, or everything that is wrong at once.")
final class ConfigCheckCommand implements Callable<Integer> {

    @Option(
            names = "--connect",
            description =
                    "Try each storage, catalog and receiver as well; nothing is written, and nobody is sent anything.")
    boolean connect;

    private final Sluice sluice;

    ConfigCheckCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        ConfigFile file = sluice.configLocation().readOrRefuse(true);
        List<Connection> connections =
                connect ? file.config().map(sluice.parts()::connections).orElse(List.of()) : List.of();
        sluice.voice().checked(file, connections);
        if (!file.problems().isEmpty()) {
            return Fault.CONFIG_INVALID.exitCode();
        }
        return connections.stream().allMatch(Connection::isMade) ? Exit.WORKED : Fault.STORAGE.exitCode();
    }
}
