/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.table.TableRef;
import java.nio.file.Path;

/** A throwaway table that is really fragmented. */
public interface Demo {

    /** What the table holds and how it came to be as it is, as the rest of a sentence that begins with "a table". */
    String story();

    /**
     * Writes the table with the format's own writer.
     *
     * @param folder where it is to live; does not exist yet
     */
    TableRef write(Path folder);
}
