/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.TableMark;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.Refusals;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Looks out for other tables that share a table's folder, lie below it or above it, while its files are listed: their
 * files are not ours to judge. A table is known by its id, not by its name or its folder; and where two catalogs know one table,
 * what one of them has not heard of may be what the other has now.
 */
final class Neighbours {

    /** Id and time stand near the beginning of a metadata file. */
    private static final int BEGINNING = 64 * 1024;

    private final IcebergTable table;
    private final Store store;
    private final Location folder;
    private final References references;
    private final List<Location> foreign = new ArrayList<>();
    private @Nullable String found;
    private @Nullable TableMetadata now;

    Neighbours(IcebergTable table, Location folder, References references) {
        this.table = table;
        this.store = table.files();
        this.folder = folder;
        this.references = references;
    }

    void see(Location file) {
        if (found != null) {
            return;
        }
        String path = folder.relativize(file);
        Optional<TableMark> mark = TableMark.of(path);
        if (mark.isPresent() && mark.get() != TableMark.ICEBERG) {
            found = mark.get().objectionTo(path);
        } else if (mark.isPresent() && !references.mayRefer(file)) {
            foreign.add(file);
        }
    }

    Optional<String> objection() {
        for (Location metadata : foreign) {
            if (found == null) {
                judge(metadata);
            }
        }
        return Optional.ofNullable(found).or(() -> TableMark.objectionAbove(store, folder));
    }

    /** True if what was seen of this very table is, or may be, younger than all that its catalog has. */
    boolean mayGoOnElsewhere() {
        return foreign.stream()
                .map(this::beginning)
                .anyMatch(theirs -> theirs.isEmpty()
                        || (theirs.get().uuid().equals(table.metadata().uuid()) && isYounger(theirs.get())));
    }

    private void judge(Location metadata) {
        Optional<Beginning> theirs = beginning(metadata);
        if (theirs.isEmpty()) {
            found = "%s does not tell which table it belongs to.".formatted(metadata);
        } else if (!theirs.get().uuid().equals(table.metadata().uuid())) {
            found = "Another table, %s, has its metadata in or below the table's folder: %s."
                    .formatted(theirs.get().uuid(), folder.relativize(metadata));
        } else if (isYounger(theirs.get())) {
            found =
                    ("Somebody goes on with this table elsewhere, as another catalog does that knows it: %s is younger than"
                                    + " what is current here.")
                            .formatted(folder.relativize(metadata));
        }
    }

    /** True if it is younger than all that the catalog has of the table, by now too. */
    private boolean isYounger(Beginning theirs) {
        return theirs.updatedAt() > table.metadata().lastUpdatedMillis()
                && theirs.updatedAt() > now().lastUpdatedMillis();
    }

    private TableMetadata now() {
        TableMetadata known = now;
        if (known == null) {
            known = Refusals.refusing(
                    table.ref().toString(), () -> table.operations().refresh());
            now = known;
        }
        return known;
    }

    /**
     * What a metadata file says first.
     *
     * @param updatedAt in milliseconds, as the writer's clock had it
     */
    private record Beginning(String uuid, long updatedAt) {}

    /** Empty where it cannot be told which table the file belongs to, and since when. */
    private Optional<Beginning> beginning(Location metadata) {
        try (StoreInput input = store.open(metadata)) {
            byte[] beginning = new byte[(int) Math.min(BEGINNING, input.size())];
            input.readFully(0, ByteBuffer.wrap(beginning));
            InputStream text = new ByteArrayInputStream(beginning);
            if (metadata.name().contains(".gz")) {
                text = new GZIPInputStream(text);
            }
            return beginning(text);
        } catch (IOException | GateException e) {
            return Optional.empty();
        }
    }

    private static Optional<Beginning> beginning(InputStream text) throws IOException {
        String uuid = null;
        Long updatedAt = null;
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while ((uuid == null || updatedAt == null) && parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("table-uuid")) {
                    uuid = parser.getText();
                } else if (field.equals("last-updated-ms")) {
                    updatedAt = parser.getLongValue();
                } else {
                    parser.skipChildren();
                }
            }
        }
        return uuid == null || updatedAt == null ? Optional.empty() : Optional.of(new Beginning(uuid, updatedAt));
    }
}
