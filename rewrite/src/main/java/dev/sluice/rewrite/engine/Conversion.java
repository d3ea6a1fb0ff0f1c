/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import org.apache.parquet.column.ColumnReader;

/** Takes the value at hand from a file's column and gives it to the output's, in the output's form. */
@FunctionalInterface
interface Conversion {

    void move(ColumnReader from, int repetition, ChunkWriter to);

    /** Says that a value has no exact form in the output. */
    final class Inexact extends RuntimeException {

        Inexact(String reason) {
            super(reason);
        }
    }
}
