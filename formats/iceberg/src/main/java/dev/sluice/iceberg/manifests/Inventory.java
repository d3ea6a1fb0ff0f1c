/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.manifests;

import dev.sluice.iceberg.table.ContentFiles;
import dev.sluice.iceberg.table.IcebergTable;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/**
 * All that some manifests say of the live files that they list, in a few numbers: two inventories are equal if the same
 * files are listed with the same spec, partition, sequence numbers, row ids, sizes, counts and bounds, in whatever order
 * and however spread. The digests of the files are added up, so that nothing of a file has to be kept.
 *
 * @param high the upper half of the sum of the digests
 * @param low the lower half
 */
record Inventory(long files, long high, long low) {

    static Inventory of(IcebergTable table, Collection<ManifestFile> manifests) {
        Sum sum = new Sum();
        new ContentFiles(table).forEach(manifests, file -> sum.add(digest(file)));
        return sum.total();
    }

    private static ByteBuffer digest(ContentFile<?> file) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out, file);
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static void write(DataOutputStream out, ContentFile<?> file) throws IOException {
        put(out, file.content().name());
        put(out, file.location());
        put(out, file.format().name());
        put(out, (long) file.specId());
        put(out, file.partition());
        put(out, file.recordCount());
        put(out, file.fileSizeInBytes());
        put(out, file.columnSizes());
        put(out, file.valueCounts());
        put(out, file.nullValueCounts());
        put(out, file.nanValueCounts());
        put(out, file.lowerBounds());
        put(out, file.upperBounds());
        put(out, file.keyMetadata());
        put(out, file.splitOffsets());
        put(out, file.equalityFieldIds());
        put(out, file.sortOrderId());
        put(out, file.dataSequenceNumber());
        put(out, file.fileSequenceNumber());
        put(out, file.firstRowId());
    }

    /** Each value with its length, so that no two lists of values give the same bytes. */
    private static void put(DataOutputStream out, @Nullable Object value) throws IOException {
        if (value == null) {
            out.writeInt(-1);
        } else if (value instanceof Long number) {
            out.writeInt(Long.BYTES);
            out.writeLong(number);
        } else if (value instanceof ByteBuffer buffer) {
            byte[] content = new byte[buffer.remaining()];
            buffer.duplicate().get(content);
            put(out, content);
        } else if (value instanceof byte[] content) {
            out.writeInt(content.length);
            out.write(content);
        } else if (value instanceof Map<?, ?> map) {
            out.writeInt(map.size());
            for (Map.Entry<?, ?> entry : new TreeMap<>(map).entrySet()) {
                put(out, entry.getKey());
                put(out, entry.getValue());
            }
        } else if (value instanceof List<?> list) {
            out.writeInt(list.size());
            for (Object element : list) {
                put(out, element);
            }
        } else if (value instanceof StructLike struct) {
            out.writeInt(struct.size());
            for (int i = 0; i < struct.size(); i++) {
                put(out, struct.get(i, Object.class));
            }
        } else {
            put(out, value.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Adds up digests of 128 bits each, from several threads. */
    private static final class Sum {
        private long files;
        private long high;
        private long low;

        synchronized void add(ByteBuffer digest) {
            files++;
            long more = digest.getLong(Long.BYTES);
            low += more;
            high += digest.getLong(0) + (Long.compareUnsigned(low, more) < 0 ? 1 : 0);
        }

        synchronized Inventory total() {
            return new Inventory(files, high, low);
        }
    }
}
