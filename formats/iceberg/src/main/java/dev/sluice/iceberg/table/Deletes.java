/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.store.Bytes;
import java.util.List;
import java.util.TreeSet;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.util.ContentFileUtil;

/** What the metadata says of the deletes that apply to one data file. */
public final class Deletes {

    private Deletes() {}

    /** Names one delete file; several deletion vectors share a file and differ by where they begin. */
    public static String key(DeleteFile delete) {
        return delete.contentOffset() == null ? delete.location() : delete.location() + "#" + delete.contentOffset();
    }

    /** A deletion vector is a part of its file. */
    public static Bytes size(DeleteFile delete) {
        return Bytes.of(delete.contentSizeInBytes() == null ? delete.fileSizeInBytes() : delete.contentSizeInBytes());
    }

    /**
     * The identity of the deletes by position. One more equality delete does not change it: it applies to what a rewrite
     * makes of the file as it does to the file, and a table with a stream of them could not be planned for else.
     */
    public static String identity(FileScanTask task) {
        TreeSet<String> keys = new TreeSet<>();
        for (DeleteFile delete : task.deletes()) {
            if (delete.content() == FileContent.POSITION_DELETES) {
                keys.add(key(delete));
            }
        }
        return String.join(" ", keys);
    }

    /** True if {@link #rows} leaves nothing out: what other deletes take away of a file, its rows alone tell. */
    public static boolean areCounted(List<DeleteFile> deletes) {
        return deletes.stream()
                .allMatch(delete ->
                        delete.content() == FileContent.POSITION_DELETES && ContentFileUtil.isFileScoped(delete));
    }

    /** The rows that are deleted, as far as the metadata tells: by deletion vectors and position deletes of this file alone. */
    public static long rows(DataFile file, List<DeleteFile> deletes) {
        long rows = 0;
        for (DeleteFile delete : deletes) {
            if (delete.content() == FileContent.POSITION_DELETES && ContentFileUtil.isFileScoped(delete)) {
                rows += delete.recordCount();
            }
        }
        return Math.min(rows, file.recordCount());
    }
}
