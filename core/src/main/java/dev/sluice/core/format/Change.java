/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a committed step did to a table.
 *
 * @param baseVersion the version that the commit was made on; with concurrent appends, later than the planned one
 * @param version the version that the commit made
 * @param removed paths that the commit took out of the table, as its metadata spells them
 * @param added the files that it put in
 * @param partitions those that it took files from or put files into
 * @param rowsRead live rows of the inputs, deletes applied, as counted while reading
 * @param rowsWritten rows of the outputs, as counted when they were reopened
 * @param notes warnings that did not keep the step from its end
 */
public record Change(
        long baseVersion,
        long version,
        List<String> removed,
        List<AddedFile> added,
        Set<Partition> partitions,
        Bytes bytesRead,
        Bytes bytesWritten,
        long rowsRead,
        long rowsWritten,
        List<String> notes) {

    public Change {
        removed = List.copyOf(removed);
        added = List.copyOf(added);
        partitions = Set.copyOf(partitions);
        notes = List.copyOf(notes);
    }

    /** One file that a commit put into the table. */
    public record AddedFile(String path, Bytes size, long rows) {}

    /** A change in which no data file goes in or out. */
    public static Change ofNoFile(long baseVersion, long version) {
        return new Change(
                baseVersion, version, List.of(), List.of(), Set.of(), Bytes.ZERO, Bytes.ZERO, 0, 0, List.of());
    }

    /** This change and a later one of the same run, as one. */
    public Change then(Change later) {
        List<String> out = new ArrayList<>(removed);
        out.addAll(later.removed);
        List<AddedFile> in = new ArrayList<>(added);
        in.addAll(later.added);
        Set<Partition> touched = new HashSet<>(partitions);
        touched.addAll(later.partitions);
        List<String> said = new ArrayList<>(notes);
        said.addAll(later.notes);
        return new Change(
                baseVersion,
                later.version,
                out,
                in,
                touched,
                bytesRead.plus(later.bytesRead),
                bytesWritten.plus(later.bytesWritten),
                rowsRead + later.rowsRead,
                rowsWritten + later.rowsWritten,
                said);
    }
}
