/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.table.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;

/**
 * What a table asks of every commit to it, and of every file that is written for one. Iceberg's libraries read these
 * properties in the midst of one, and would stumble over what they cannot read when all is written: so each is read before,
 * just as they read it.
 */
public final class CommitWishes {

    private static final List<String> NUMBERS = List.of(
            TableProperties.COMMIT_NUM_RETRIES,
            TableProperties.COMMIT_MIN_RETRY_WAIT_MS,
            TableProperties.COMMIT_MAX_RETRY_WAIT_MS,
            TableProperties.COMMIT_TOTAL_RETRY_TIME_MS,
            TableProperties.MANIFEST_MIN_MERGE_COUNT,
            TableProperties.MANIFEST_COMPRESSION_LEVEL,
            TableProperties.METADATA_PREVIOUS_VERSIONS_MAX,
            TableProperties.WRITE_PARTITION_SUMMARY_LIMIT,
            TableProperties.METRICS_MAX_INFERRED_COLUMN_DEFAULTS);

    /** As Iceberg's writer of Avro files has them, which shows the list to nobody. */
    private static final List<String> MANIFEST_CODECS = List.of("gzip", "snappy", "uncompressed", "zstd");

    private final TableWishes wishes;
    private final TableMetadata metadata;

    private CommitWishes(TableRef table, TableMetadata metadata) {
        this.wishes = new TableWishes(table, metadata);
        this.metadata = metadata;
    }

    /**
     * Asks for a commit that is to be made on a table.
     *
     * @throws GateException with {@code TABLE_FEATURE_UNSUPPORTED} and the property's name
     */
    public static void requireReadable(TableRef table, TableMetadata metadata) {
        List<GateException> refusals = new CommitWishes(table, metadata).refusals();
        if (!refusals.isEmpty()) {
            throw refusals.get(0);
        }
    }

    /** The same as a sentence for each property that cannot be read. */
    public static List<String> unreadable(TableRef table, TableMetadata metadata) {
        return new CommitWishes(table, metadata)
                .refusals().stream().map(GateException::reason).toList();
    }

    private List<GateException> refusals() {
        String noNumber = "which is no whole number";
        List<Optional<GateException>> found = new ArrayList<>();
        NUMBERS.forEach(key -> found.add(read(key, Integer::parseInt, noNumber + " up to " + Integer.MAX_VALUE)));
        found.add(read(TableProperties.MANIFEST_TARGET_SIZE_BYTES, Long::parseLong, noNumber));
        found.add(read(
                TableProperties.METADATA_COMPRESSION,
                TableMetadataParser.Codec::fromName,
                "which is neither none nor gzip"));
        found.add(read(
                TableProperties.MANIFEST_COMPRESSION,
                CommitWishes::requireManifestCodec,
                "which is none of " + String.join(", ", MANIFEST_CODECS)));
        found.add(targetSize());
        return found.stream().flatMap(Optional::stream).toList();
    }

    /** What goes into one file is decided long before a commit, and no file is of no size. */
    private Optional<GateException> targetSize() {
        try {
            wishes.positive(TableProperties.WRITE_TARGET_FILE_SIZE_BYTES);
            return Optional.empty();
        } catch (GateException e) {
            return Optional.of(e);
        }
    }

    private Optional<GateException> read(String key, Consumer<String> reader, String why) {
        String value = metadata.properties().get(key);
        if (value == null) {
            return Optional.empty();
        }
        try {
            reader.accept(value);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(wishes.refused(key, value, why, e));
        }
    }

    private static void requireManifestCodec(String name) {
        if (!MANIFEST_CODECS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(name);
        }
    }
}
