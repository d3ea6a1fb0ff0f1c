/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.core.store.Location;
import dev.sluice.rewrite.check.CheckedFile.Columns;
import dev.sluice.rewrite.check.CheckedFile.Reading;
import dev.sluice.rewrite.check.CheckedFile.Target;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first row in which a column differs, the rows of both sides taken in order. Looked for only once it is known that
 * the sides differ.
 *
 * @param row its place in the file
 */
record FirstDifference(int column, Location file, long row) {

    /** Empty if the column is the same on both sides, row by row. */
    static Optional<FirstDifference> find(
            int column, List<Reading> inputs, List<Reading> outputs, Scan scan, Target target) {
        PageReading inputPages = scan.pages().borrow();
        PageReading outputPages = scan.pages().borrow();
        try (Rows expected = new Rows(column, inputs, scan, target, inputPages);
                Rows found = new Rows(column, outputs, scan, target, outputPages)) {
            while (expected.next() && found.next()) {
                if (expected.hash != found.hash) {
                    return Optional.of(new FirstDifference(column, found.file(), found.row));
                }
            }
            return Optional.empty();
        } finally {
            scan.pages().giveBack(inputPages);
            scan.pages().giveBack(outputPages);
        }
    }

    /** A column's rows through all files of one side, those left out that are deleted. */
    private static final class Rows implements AutoCloseable {

        private final int column;
        private final Iterator<Reading> files;
        private final Scan scan;
        private final Target target;
        private final PageReading pages;
        private @Nullable CheckedFile file;
        private @Nullable Columns open;
        private @Nullable RowHashes hashes;
        private int rowGroup;
        private long left;
        private long row = -1;
        private long hash;

        Rows(int column, List<Reading> files, Scan scan, Target target, PageReading pages) {
            this.column = column;
            this.files = files.iterator();
            this.scan = scan;
            this.target = target;
            this.pages = pages;
        }

        Location file() {
            return Objects.requireNonNull(file).reading().file();
        }

        /** Goes to the next live row; false if there is none. */
        boolean next() {
            while (left > 0 || nextRowGroup()) {
                RowHashes rows = Objects.requireNonNull(hashes);
                left--;
                row++;
                if (isDeleted()) {
                    rows.skip();
                } else {
                    hash = rows.next(row);
                    return true;
                }
            }
            return false;
        }

        private boolean isDeleted() {
            return Objects.requireNonNull(file).reading().what().mask().nextDeleted(row) == row;
        }

        private boolean nextRowGroup() {
            closeRowGroup();
            while (file == null || rowGroup == file.rowGroups().size()) {
                closeFile();
                if (!files.hasNext()) {
                    return false;
                }
                file = scan.open(files.next());
                rowGroup = 0;
                row = -1;
            }
            left = file.rowGroups().get(rowGroup).getRowCount();
            if (left > 0) {
                open = file.columns(rowGroup, List.of(column), target, pages);
                hashes = open.rows(column);
            }
            rowGroup++;
            return true;
        }

        private void closeRowGroup() {
            if (open != null) {
                open.close();
                open = null;
            }
        }

        private void closeFile() {
            if (file != null) {
                file.close();
                file = null;
            }
        }

        @Override
        public void close() {
            closeRowGroup();
            closeFile();
        }
    }
}
