/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.RealPlaces;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.IcebergTable;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.jspecify.annotations.Nullable;

/**
 * Where a table says that it lives, held against where its metadata was found. Metadata names every file by its whole path:
 * a table whose folder was copied goes on naming the files of the one that it was copied from.
 */
public final class Home {

    private final TableMetadata metadata;
    private final RealPlaces places;

    private Home(IcebergTable table) {
        this.metadata = table.metadata();
        this.places = new RealPlaces(table.files());
    }

    /** Why the files that a table names may be another table's, for one that a catalog keeps or that a folder holds. */
    public static Optional<String> objection(IcebergTable table) {
        return new Home(table).objection();
    }

    /** The same for a table that its folder holds, which needs no catalog to be copied. */
    static Optional<String> objectionOfFolder(IcebergTable table) {
        String file = table.metadata().metadataFileLocation();
        boolean isNumbered = file != null && file.matches("(?:.*/)?v\\d+[^/]*");
        return isNumbered ? objection(table) : Optional.empty();
    }

    private Optional<String> objection() {
        String file = metadata.metadataFileLocation();
        if (file == null || isBelow(file, metadata.location()) || isBelow(file, wished())) {
            return Optional.empty();
        }
        return Optional.of(
                ("It says that it lives at %s, but its metadata was found in %s, as that of a copy is: the files that it names"
                                + " may be another table's.")
                        .formatted(
                                metadata.location(), IcebergPath.location(file).parent()));
    }

    private @Nullable String wished() {
        return metadata.properties().get(TableProperties.WRITE_METADATA_LOCATION);
    }

    private boolean isBelow(String file, @Nullable String place) {
        if (place == null) {
            return false;
        }
        Location folder = places.ofFolder(IcebergPath.location(place));
        return folder.contains(places.of(IcebergPath.location(file)));
    }
}
