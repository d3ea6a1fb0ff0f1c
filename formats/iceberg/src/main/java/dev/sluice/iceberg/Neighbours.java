/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks out for other tables that share a table's folder, lie below it or above it, while its files are listed: their
 * files are not ours to judge. A table is known by its id, not by its name or its folder.
 */
final class Neighbours {

    private static final Pattern ANOTHER_FORMAT =
            Pattern.compile("(?:.+/)?(_delta_log/[^/]+|_versions/[^/]+\\.manifest)");

    /** No hidden one: Hadoop's file system lays a checksum of that kind beside each file. */
    private static final Pattern METADATA =
            Pattern.compile("(?:(.+)/)?metadata/[^/.][^/]*\\.metadata\\.json(?:\\.\\w+)?");

    /** The id stands near the beginning of a metadata file. */
    private static final int BEGINNING = 64 * 1024;

    private final Store store;
    private final String uuid;
    private final Location folder;
    private final References references;
    private final List<Location> foreign = new ArrayList<>();
    private @Nullable String found;

    Neighbours(IcebergTable table, Location folder, References references) {
        this.store = table.files();
        this.uuid = table.metadata().uuid();
        this.folder = folder;
        this.references = references;
    }

    void see(Location file) {
        if (found != null) {
            return;
        }
        String path = folder.relativize(file);
        if (ANOTHER_FORMAT.matcher(path).matches()) {
            found = "A table of another format lies in or below the table's folder: %s.".formatted(path);
        } else if (METADATA.matcher(path).matches() && !references.mayRefer(file)) {
            foreign.add(file);
        }
    }

    Optional<String> objection() {
        for (Location metadata : foreign) {
            if (found == null) {
                judge(metadata);
            }
        }
        return Optional.ofNullable(found).or(this::above);
    }

    private void judge(Location metadata) {
        Optional<String> theirs = uuid(metadata);
        if (theirs.isEmpty()) {
            found = "%s does not tell which table it belongs to.".formatted(metadata);
        } else if (!theirs.get().equals(uuid)) {
            found = "Another table, %s, has its metadata in or below the table's folder: %s."
                    .formatted(theirs.get(), folder.relativize(metadata));
        }
    }

    /** Which table a metadata file belongs to; empty where that cannot be told. */
    private Optional<String> uuid(Location metadata) {
        try (StoreInput input = store.open(metadata)) {
            byte[] beginning = new byte[(int) Math.min(BEGINNING, input.size())];
            input.readFully(0, ByteBuffer.wrap(beginning));
            InputStream text = new ByteArrayInputStream(beginning);
            if (metadata.name().contains(".gz")) {
                text = new GZIPInputStream(text);
            }
            return uuid(text);
        } catch (IOException | GateException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> uuid(InputStream text) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("table-uuid")) {
                    return Optional.ofNullable(parser.getText());
                }
                parser.skipChildren();
            }
            return Optional.empty();
        }
    }

    private Optional<String> above() {
        for (Location place = folder.parent(); !place.path().equals("/"); place = place.parent()) {
            if (store.holds(place.resolve("_delta_log")) || isTable(place)) {
                return Optional.of(
                        "The table lies below another table, %s, which may refer to its files.".formatted(place));
            }
        }
        return Optional.empty();
    }

    private boolean isTable(Location place) {
        try (var files = store.listFrom(place.resolve("metadata"), "")) {
            return files.anyMatch(file -> file.location().name().contains(".metadata.json"));
        }
    }
}
