/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.Deletes;
import java.util.List;
import org.apache.iceberg.ContentScanTask;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileScanTask;

/**
 * A live data file that is to be rewritten, with the deletes that apply to it.
 *
 * @param task as the table's own scan gives it
 */
public record InputFile(FileScanTask task) {

    public DataFile file() {
        return task.file();
    }

    public String path() {
        return file().location();
    }

    public Location location() {
        return placeOf(path());
    }

    /** Where a file of the table lies, that of deletes too. */
    public static Location placeOf(String path) {
        return IcebergPath.location(path);
    }

    public Bytes size() {
        return Bytes.of(file().fileSizeInBytes());
    }

    public ContentScanTask<DataFile> scan() {
        return task;
    }

    public PlannedFile.Identity identity() {
        return new PlannedFile.Identity(path(), Deletes.identity(task));
    }

    List<DeleteFile> positionDeletes() {
        return deletes(FileContent.POSITION_DELETES);
    }

    List<DeleteFile> equalityDeletes() {
        return deletes(FileContent.EQUALITY_DELETES);
    }

    private List<DeleteFile> deletes(FileContent content) {
        return task.deletes().stream().filter(d -> d.content() == content).toList();
    }
}
