/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.verify;

import dev.sluice.core.format.Change;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks a committed change against the table: the version it was committed on beside the version it made, both read
 * anew, so that what other writers did before or after does not blur the account.
 */
public final class Verifier {

    private Verifier() {}

    public static Verification verify(TableFormat format, TableRef table, Change change, Instant now) {
        List<String> problems = new ArrayList<>();
        if (change.rowsRead() != change.rowsWritten()) {
            problems.add("%d live rows went in and %d came out.".formatted(change.rowsRead(), change.rowsWritten()));
        }
        Sides before = Sides.of(format.inspect(table, change.baseVersion()), change);
        Sides after = Sides.of(format.inspect(table, change.version()), change);
        check(before, after, change, problems);
        return new Verification(before.rows(change), after.rows(change), before.files, after.files, problems, now);
    }

    private static void check(Sides before, Sides after, Change change, List<String> problems) {
        Set<String> removed = new HashSet<>(change.removed());
        if (before.removedSeen != removed.size()) {
            problems.add("Version %d held %d of the %d files that were rewritten."
                    .formatted(change.baseVersion(), before.removedSeen, removed.size()));
        }
        if (after.removedSeen != 0) {
            problems.add("Version %d still holds %d of the files that were rewritten."
                    .formatted(change.version(), after.removedSeen));
        }
        if (before.addedSeen != 0) {
            problems.add("Version %d already held %d of the files that were written."
                    .formatted(change.baseVersion(), before.addedSeen));
        }
        if (after.addedSeen != change.added().size()) {
            problems.add("Version %d holds %d of the %d files that were written, with their sizes and rows."
                    .formatted(change.version(), after.addedSeen, change.added().size()));
        }
        if (before.files - removed.size() + change.added().size() != after.files) {
            problems.add("Version %d has %d files; %d less %d rewritten plus %d written were due."
                    .formatted(
                            change.version(),
                            after.files,
                            before.files,
                            removed.size(),
                            change.added().size()));
        }
        if (before.otherRows != after.otherRows) {
            problems.add("The files that were not touched hold %d rows in version %d and %d in version %d."
                    .formatted(before.otherRows, change.baseVersion(), after.otherRows, change.version()));
        }
    }

    /** What one version holds, seen from the change: the rewritten, the written and all other files. */
    private static final class Sides {
        private long files;
        private long removedSeen;
        private long addedSeen;
        private long otherRows;
        private boolean countsAll = true;
        private long rowsInAll;

        static Sides of(TableState state, Change change) {
            Set<String> removed = new HashSet<>(change.removed());
            Map<String, Change.AddedFile> added = new HashMap<>();
            change.added().forEach(file -> added.put(file.path(), file));
            Sides sides = new Sides();
            try (Stream<DataFile> stream = state.files()) {
                stream.forEach(file -> sides.count(file, removed, added));
            }
            return sides;
        }

        private void count(DataFile file, Set<String> removed, Map<String, Change.AddedFile> added) {
            files++;
            countsAll &= file.knowsItsRows() && file.countsDeletedRows();
            rowsInAll += Math.max(0, file.rows()) - file.deletedRows();
            Change.AddedFile written = added.get(file.path());
            if (written != null) {
                boolean asWritten =
                        written.rows() == file.rows() - file.deletedRows() && sameSize(written.size(), file);
                addedSeen += asWritten ? 1 : 0;
            } else if (removed.contains(file.path())) {
                removedSeen++;
            } else {
                otherRows += Math.max(0, file.rows()) - file.deletedRows();
            }
        }

        private static boolean sameSize(Bytes size, DataFile file) {
            return size.equals(file.size());
        }

        /** The table's live rows where the metadata tells them of every file, else those of the change. */
        long rows(Change change) {
            if (countsAll) {
                return rowsInAll;
            }
            return addedSeen > 0 ? change.rowsWritten() : change.rowsRead();
        }
    }
}
