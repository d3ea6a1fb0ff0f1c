/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Somebody who can compact files. */
interface Contender {

    /** As the results show it. */
    String name();

    /** Writes all rows of the inputs, in order, to a folder that is empty. */
    void compact(List<Path> inputs, Path folder) throws IOException, SQLException;
}
