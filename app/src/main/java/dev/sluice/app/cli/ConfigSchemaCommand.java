/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.ConfigShape;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code sluice config schema}: one JSON object in either voice. */
@Command(name = "schema", description = "Print the JSON Schema of a configuration file, for editors.")
final class ConfigSchemaCommand implements Callable<Integer> {

    private final Sluice sluice;

    ConfigSchemaCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        sluice.voice().described(ConfigShape.schema());
        return Exit.WORKED;
    }
}
