/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.rewrite.GeneratedColumn;
import org.jspecify.annotations.Nullable;

/** How one column of the output comes out of one file. */
sealed interface LeafSource {

    /** What stands in for nulls, if anything. */
    @Nullable
    GeneratedColumn generated();

    /**
     * Out of a column of the file: its levels and values or, for an output column that the file lacks, the levels of a
     * neighbour that tell where the parent is.
     *
     * @param column the file's column
     * @param levels what the file's levels mean in the output, down to where there is something to say
     * @param repetition the deepest list that both sides share; entries below it belong to a neighbour's own lists
     * @param conversion what to write where it is present
     * @param lent whether the column is a neighbour's
     */
    record FromColumn(
            int column,
            Levels levels,
            int repetition,
            Conversion conversion,
            boolean lent,
            @Nullable GeneratedColumn generated)
            implements LeafSource {}

    /** Out of nothing: every row is the same, or follows from its place. */
    record EveryRow(Filling filling, @Nullable GeneratedColumn generated) implements LeafSource {}

    /** Writes what a column holds that a file does not have: a null at the right level, or a constant. */
    @FunctionalInterface
    interface Filling {

        void write(int repetition, ChunkWriter to);
    }
}
