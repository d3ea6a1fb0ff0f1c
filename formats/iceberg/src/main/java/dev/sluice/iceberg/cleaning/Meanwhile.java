/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadata.MetadataLogEntry;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.io.FileIO;

/**
 * What others committed between the look by which versions were chosen and the commit that made the table forget them. A REST
 * catalog cannot be asked to refuse a tag that nobody has heard of yet; it takes it away with its version. The metadata files
 * in between tell of it.
 */
final class Meanwhile {

    private final FileIO io;
    private final TableMetadata chosen;

    /** @param chosen the table as it was when the versions were chosen */
    Meanwhile(FileIO io, TableMetadata chosen) {
        this.io = io;
        this.chosen = chosen;
    }

    /** A branch or tag of a version that is forgotten, and the metadata file that still has both. */
    record Lost(String name, long version, String metadata) {}

    /** What it told; not known where the metadata in between cannot be read any longer. */
    record Account(boolean known, List<Lost> lost) {}

    Account until(TableMetadata now, Set<Long> forgotten) {
        List<String> files =
                now.previousFiles().stream().map(MetadataLogEntry::file).toList();
        int seen = files.indexOf(chosen.metadataFileLocation());
        if (seen < 0) {
            return new Account(false, List.of());
        }
        List<Lost> lost = List.of();
        for (String file : files.subList(seen + 1, files.size())) {
            Optional<TableMetadata> between = read(file);
            if (between.isEmpty()) {
                return new Account(false, List.of());
            }
            if (between.get().snapshots().stream().anyMatch(version -> forgotten.contains(version.snapshotId()))) {
                lost = lost(between.get(), file, forgotten);
            }
        }
        return new Account(true, lost);
    }

    /** By the last file alone that has the versions: what came and went again before is missed by nobody. */
    private static List<Lost> lost(TableMetadata last, String file, Set<Long> forgotten) {
        return last.refs().entrySet().stream()
                .filter(ref -> forgotten.contains(ref.getValue().snapshotId()))
                .map(ref -> new Lost(ref.getKey(), ref.getValue().snapshotId(), file))
                .sorted(Comparator.comparing(Lost::name))
                .toList();
    }

    private Optional<TableMetadata> read(String file) {
        try {
            return Optional.of(TableMetadataParser.read(io, file));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }
}
