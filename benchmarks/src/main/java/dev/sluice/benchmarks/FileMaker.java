/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.schema.MessageType;

/** Makes files of one table: the same numbers give the same bytes anywhere. */
interface FileMaker {

    /** Tells its files from others'; changes whenever they do. */
    String name();

    MessageType schema();

    void write(Path path, int number, int rows) throws IOException;
}
