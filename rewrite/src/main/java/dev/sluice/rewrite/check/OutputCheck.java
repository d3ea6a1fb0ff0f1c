/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.core.store.Store;
import dev.sluice.rewrite.OutputFile;
import org.apache.parquet.schema.MessageType;

public final class OutputCheck {
    public OutputCheck(Store store) {}

    public void verify(OutputFile written, MessageType schema) {}
}
