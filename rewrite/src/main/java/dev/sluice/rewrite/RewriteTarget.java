/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;
import java.util.Map;
import org.apache.parquet.schema.MessageType;

/**
 * What the outputs of a rewrite look like.
 *
 * @param schema every output's schema, with the field ids that the table wants in its files
 * @param targetFile a file ends once it is this large, never before, unless the rows end
 * @param keyValueMetadata all that the footer's key-value metadata holds; nothing is taken over from the inputs
 * @param names gives each output its place
 * @param metrics the columns whose bounds are wanted in the result
 */
public record RewriteTarget(
        MessageType schema,
        Codec codec,
        Bytes targetFile,
        Map<String, String> keyValueMetadata,
        OutputNames names,
        MetricsChoice metrics) {

    public RewriteTarget {
        keyValueMetadata = Map.copyOf(keyValueMetadata);
        if (targetFile.count() == 0) {
            throw new IllegalArgumentException("A target of no bytes would never end a file with a row in it.");
        }
    }

    /** A target without key-value metadata and with all metrics. */
    public static RewriteTarget of(MessageType schema, Codec codec, Bytes targetFile, OutputNames names) {
        return new RewriteTarget(schema, codec, targetFile, Map.of(), names, MetricsChoice.all());
    }
}
