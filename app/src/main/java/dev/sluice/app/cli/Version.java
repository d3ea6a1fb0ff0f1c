/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The product's version, as its jar says. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        return new String[] {"sluice " + version};
    }
}
