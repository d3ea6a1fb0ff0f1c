/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.ArchivedFiles;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A step without the groups that cannot be read, since a file of theirs lies in an archive.
 *
 * @param readable what is left of the step, perhaps nothing
 * @param notes what was left out, a sentence for each group
 */
public record ArchivedInputs(Step.Compact readable, List<String> notes) {

    public ArchivedInputs {
        notes = List.copyOf(notes);
    }

    /**
     * Sets the groups apart.
     *
     * @param place where a file of the step lies
     * @param deletes where the files lie that say which of its rows are deleted
     */
    public static ArchivedInputs of(
            Step.Compact step,
            Store store,
            Function<PlannedFile, Location> place,
            Function<PlannedFile, List<Location>> deletes) {
        Set<Location> archived = ArchivedFiles.among(store, remote(step, place, deletes));
        if (archived.isEmpty()) {
            return new ArchivedInputs(step, List.of());
        }
        List<FileGroup> readable = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (FileGroup group : step.groups()) {
            if (group.inputs().stream().map(place).anyMatch(archived::contains)) {
                notes.add(note(group, "one of them lies in an archive"));
            } else if (group.inputs().stream()
                    .flatMap(file -> deletes.apply(file).stream())
                    .anyMatch(archived::contains)) {
                notes.add(note(group, "the deletes of one of them lie in an archive"));
            } else {
                readable.add(group);
            }
        }
        return new ArchivedInputs(new Step.Compact(readable, step.target()), notes);
    }

    /** A local file lies in no archive, and the deletes on it are local too. */
    private static Set<Location> remote(
            Step.Compact step, Function<PlannedFile, Location> place, Function<PlannedFile, List<Location>> deletes) {
        Set<Location> files = new HashSet<>();
        for (FileGroup group : step.groups()) {
            for (PlannedFile file : group.inputs()) {
                Location location = place.apply(file);
                if (!location.isLocal()) {
                    files.add(location);
                    files.addAll(deletes.apply(file));
                }
            }
        }
        return files;
    }

    private static String note(FileGroup group, String why) {
        return "The group of %d files in %s was left out: %s."
                .formatted(group.inputs().size(), group.partition(), why);
    }

    public boolean leaveNothing() {
        return readable.groups().isEmpty();
    }

    /** How a step ends of which no group can be read. */
    public static StepOutcome nothingRead() {
        return new StepOutcome.Skipped(
                "Every group of files that was to be rewritten holds one that lies in an archive; restore them, or leave"
                        + " their partitions out by where.");
    }
}
