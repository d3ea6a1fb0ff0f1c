/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.io.StoreFileIO;
import java.util.List;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadata.MetadataLogEntry;
import org.apache.iceberg.io.FileIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes back the metadata file of a commit that was refused: beside the table's own it looks as if somebody went on with the
 * table elsewhere, and keeps every file that is out of use from being removed.
 */
final class RefusedMetadata {

    private static final Logger LOG = LoggerFactory.getLogger(RefusedMetadata.class);

    private RefusedMetadata() {}

    /**
     * Deletes the file if the table knows nothing of it, and leaves it where that cannot be told. Only for a commit that was
     * asked for once, and that the catalog has said no to.
     *
     * @param now reads the table anew
     */
    static void takeBack(String file, FileIO io, Supplier<TableMetadata> now) {
        try {
            TableMetadata table = now.get();
            if (file.equals(table.metadataFileLocation())
                    || table.previousFiles().stream()
                            .map(MetadataLogEntry::file)
                            .anyMatch(file::equals)) {
                return;
            }
            if (io instanceof StoreFileIO ours) { // which deletes no metadata file for anybody else
                ours.store().delete(List.of(IcebergPath.location(file)));
            } else {
                io.deleteFile(file);
            }
        } catch (RuntimeException e) {
            LOG.debug("The metadata file {} of a refused commit was not taken back", file, e);
        }
    }
}
