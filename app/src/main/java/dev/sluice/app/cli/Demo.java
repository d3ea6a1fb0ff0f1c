/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.table.TableRef;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A throwaway table that is really fragmented.
 *
 * @param story what the table holds and how it came to be as it is, as the rest of a sentence that begins with "a table"
 * @param write writes the table, with the format's own writer, into a folder that does not exist yet
 * @param inputs of the preset that go with the table, where its sizes are not those of real tables
 */
public record Demo(String story, Function<Path, Written> write, Map<String, String> inputs) {

    public Demo {
        inputs = Map.copyOf(inputs);
    }

    /** A table that the preset's own defaults fit. */
    public Demo(String story, Function<Path, Written> write) {
        this(story, write, Map.of());
    }

    /**
     * A table that was written.
     *
     * @param outOfUse the files below it that nothing needs any longer, and that a removal may take: these and no others
     */
    public record Written(TableRef table, Set<Path> outOfUse) {

        public Written {
            outOfUse = Set.copyOf(outOfUse);
        }
    }
}
