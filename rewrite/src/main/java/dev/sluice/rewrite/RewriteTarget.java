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
 * @param keyValueMetadata what the footer's key-value metadata holds. Nothing is taken over from the inputs, whose
 *     entries tell of other rows or another schema, but for {@code org.apache.spark.version}: by it Spark tells how days of
 *     long ago are counted
 * @param names gives each output its place
 * @param metrics the columns whose bounds are wanted in the result
 * @param bloomFilters the columns that have one
 * @param layout how large row groups and pages are to be
 */
public record RewriteTarget(
        MessageType schema,
        Codec codec,
        Bytes targetFile,
        Map<String, String> keyValueMetadata,
        OutputNames names,
        MetricsChoice metrics,
        BloomFilters bloomFilters,
        Layout layout) {

    public RewriteTarget {
        keyValueMetadata = Map.copyOf(keyValueMetadata);
        if (targetFile.count() == 0) {
            throw new IllegalArgumentException("A target of no bytes would never end a file with a row in it.");
        }
    }

    /** A target of the usual layout with the bloom filters that the inputs have. */
    public RewriteTarget(
            MessageType schema,
            Codec codec,
            Bytes targetFile,
            Map<String, String> keyValueMetadata,
            OutputNames names,
            MetricsChoice metrics) {
        this(schema, codec, targetFile, keyValueMetadata, names, metrics, BloomFilters.asInputs(), Layout.USUAL);
    }

    /** A target without key-value metadata and with all metrics. */
    public static RewriteTarget of(MessageType schema, Codec codec, Bytes targetFile, OutputNames names) {
        return new RewriteTarget(schema, codec, targetFile, Map.of(), names, MetricsChoice.all());
    }

    public RewriteTarget with(BloomFilters others) {
        return new RewriteTarget(schema, codec, targetFile, keyValueMetadata, names, metrics, others, layout);
    }

    public RewriteTarget with(Layout other) {
        return new RewriteTarget(schema, codec, targetFile, keyValueMetadata, names, metrics, bloomFilters, other);
    }
}
