/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoredFile;
import dev.sluice.iceberg.table.IcebergTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.orc.ORC;
import org.jspecify.annotations.Nullable;

/**
 * Reads data files of a table by rows, with Iceberg's own readers. What they throw at a file that they cannot read is of
 * many kinds; here it becomes one refusal with the file as its subject.
 */
public final class RowReader {

    private static final int CHUNK = 1024 * 1024;

    private final IcebergTable table;
    private final Store store;
    private final @Nullable NameMapping names;

    /** @param names the names that columns have in files without ids, null where the table does not say */
    public RowReader(IcebergTable table, @Nullable NameMapping names) {
        this.table = table;
        this.store = table.files();
        this.names = names;
    }

    /** What is to be done with rows of one file, and may fail as Iceberg's readers do. */
    @FunctionalInterface
    public interface Reading<T> {
        T read() throws IOException;
    }

    /** Reads all rows of a file in their order, deleted ones too. To be used within {@link #reading}. */
    ReadBuilder<Record, Schema> reader(RowSource source, Schema schema) {
        requireSize(source);
        ReadBuilder<Record, Schema> reader = FormatModelRegistry.readBuilder(
                source.format(),
                Record.class,
                table.table().io().newInputFile(source.path(), source.size().count()));
        if (names != null) {
            reader = reader.withNameMapping(names);
        }
        return reader.project(schema).idToConstant(source.constants());
    }

    /** The same for the reader of whole batches. */
    public ORC.ReadBuilder named(ORC.ReadBuilder reader) {
        return names == null ? reader : reader.withNameMapping(names);
    }

    /** A file of another size is not the one that the table means. */
    public void requireSize(RowSource source) {
        Optional<StoredFile> found = store.find(source.location());
        if (found.isEmpty()) {
            throw damaged(source, "The table lists this file as live, but it is not there.", null);
        }
        Bytes size = found.get().size();
        if (!size.equals(source.size())) {
            throw damaged(
                    source,
                    "It has %d bytes, but the table states %d."
                            .formatted(size.count(), source.size().count()),
                    null);
        }
    }

    private static GateException damaged(RowSource source, String reason, @Nullable Throwable cause) {
        return new GateException(source.whenDamaged(), source.path(), reason, cause);
    }

    /**
     * @throws GateException {@code STORAGE} if the store does not give the file; else it is what the file holds that cannot
     *     be read, which is a fault of the table, or of what we wrote
     */
    public <T> T reading(RowSource source, Reading<T> reading) {
        try {
            return reading.read();
        } catch (UnsupportedOperationException e) {
            throw new GateException(Fault.TABLE_FEATURE_UNSUPPORTED, source.path(), saying(e), e);
        } catch (RuntimeException | IOException e) {
            throw refusal(source, e);
        }
    }

    private GateException refusal(RowSource source, Exception thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof GateException ours) {
                return ours;
            }
        }
        requireReadable(source);
        return damaged(source, "It cannot be read: " + saying(thrown), thrown);
    }

    /** A file that the store gives to its last byte is not to be blamed on the store. */
    private void requireReadable(RowSource source) {
        try (StoreInput input = store.open(source.location())) {
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            for (long at = 0; at < input.size(); at += CHUNK) {
                chunk.clear().limit((int) Math.min(CHUNK, input.size() - at));
                input.readFully(at, chunk);
            }
        }
    }

    private static String saying(Throwable thrown) {
        String message = thrown.getMessage();
        String line = message == null
                ? thrown.getClass().getSimpleName()
                : message.strip().replaceAll("\\s+", " ");
        return line.endsWith(".") ? line : line + ".";
    }
}
