/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * What a committed step did to a table.
 *
 * @param baseVersion the version that the commit was made on; with concurrent appends, later than the planned one
 * @param version the version that the commit made
 * @param removed paths that the commit took out of the table, as its metadata spells them
 * @param added the files that it put in
 * @param rowsRead live rows of the inputs, deletes applied, as counted while reading
 * @param rowsWritten rows of the outputs, as counted when they were reopened
 * @param notes warnings that did not keep the step from its end
 */
public record Change(
        long baseVersion,
        long version,
        List<String> removed,
        List<AddedFile> added,
        Bytes bytesRead,
        Bytes bytesWritten,
        long rowsRead,
        long rowsWritten,
        List<String> notes) {

    public Change {
        removed = List.copyOf(removed);
        added = List.copyOf(added);
        notes = List.copyOf(notes);
    }

    /** One file that a commit put into the table. */
    public record AddedFile(String path, Bytes size, long rows) {}

    /** A change in which no data file goes in or out. */
    public static Change ofNoFile(long baseVersion, long version) {
        return new Change(baseVersion, version, List.of(), List.of(), Bytes.ZERO, Bytes.ZERO, 0, 0, List.of());
    }

    /** This change and a later one of the same run, as one. */
    public Change then(Change later) {
        List<String> out = new ArrayList<>(removed);
        out.addAll(later.removed);
        List<AddedFile> in = new ArrayList<>(added);
        in.addAll(later.added);
        List<String> said = new ArrayList<>(notes);
        said.addAll(later.notes);
        return new Change(
                baseVersion,
                later.version,
                out,
                in,
                bytesRead.plus(later.bytesRead),
                bytesWritten.plus(later.bytesWritten),
                rowsRead + later.rowsRead,
                rowsWritten + later.rowsWritten,
                said);
    }
}
