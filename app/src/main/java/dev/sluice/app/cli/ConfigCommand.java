/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code sluice config}: what is configured. */
@Command(
        name = "config",
        description = "Check the configuration file, or print the schema that editors use.",
        synopsisSubcommandLabel = "COMMAND")
final class ConfigCommand {

    private ConfigCommand() {}

    static CommandLine with(Sluice sluice) {
        return new CommandLine(new ConfigCommand())
                .addSubcommand("check", new ConfigCheckCommand(sluice))
                .addSubcommand("schema", new ConfigSchemaCommand(sluice));
    }
}
