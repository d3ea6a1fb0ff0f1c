/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the groups of a step that hold a file which lies in an archive of the store, from which nothing can be read. Looked
 * for by listing the folders of the files, once each, since the log knows nothing of it.
 */
final class ArchivedInputs {

    private final Store store;
    private final Location table;

    ArchivedInputs(Store store, Location table) {
        this.store = store;
        this.table = table;
    }

    List<FileGroup> in(Step.Compact step) {
        if (table.isLocal()) {
            return List.of();
        }
        Set<Location> folders = step.groups().stream()
                .flatMap(group -> group.inputs().stream())
                .map(file -> locate(file).parent())
                .collect(Collectors.toSet());
        Set<Location> archived = new HashSet<>();
        for (Location folder : folders) {
            try (Stream<StoredFile> files = store.listFrom(folder, "")) {
                files.filter(StoredFile::archived).map(StoredFile::location).forEach(archived::add);
            }
        }
        return step.groups().stream()
                .filter(group -> group.inputs().stream().anyMatch(file -> archived.contains(locate(file))))
                .toList();
    }

    private Location locate(PlannedFile file) {
        return LogPath.locate(table, file.path());
    }
}
