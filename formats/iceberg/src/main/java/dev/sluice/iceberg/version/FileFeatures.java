/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import java.util.Locale;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** What keeps single files of a table from being rewritten, while the others are. */
final class FileFeatures {

    private final String newFiles;
    private final Optional<String> withDefault;

    FileFeatures(TableMetadata metadata) {
        this.newFiles = metadata.property(
                        TableProperties.DEFAULT_FILE_FORMAT, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT)
                .strip()
                .toUpperCase(Locale.ROOT);
        this.withDefault = TypeUtil.indexById(metadata.schema().asStruct()).values().stream()
                .filter(field -> field.initialDefault() != null)
                .map(Types.NestedField::fieldId)
                .sorted()
                .map(metadata.schema()::findColumnName)
                .findFirst();
    }

    /** Why a file is left alone, as the second half of a sentence; null where it need not be. */
    @Nullable
    String reasonToLeaveAlone(DataFile file) {
        if (file.keyMetadata() != null) {
            return "the file is encrypted";
        }
        if (file.sortOrderId() != null && file.sortOrderId() != 0) {
            return "the file is sorted (order %d), which mixing would undo".formatted(file.sortOrderId());
        }
        if (file.format() == FileFormat.ORC) {
            return reasonToLeaveOrcAlone();
        }
        if (file.format() != FileFormat.PARQUET) {
            return "the file is %s, and Sluice rewrites Parquet and ORC files only"
                    .formatted(file.format().name());
        }
        return null;
    }

    /** Its rows are rewritten by Iceberg's readers and writers, as far as these go. */
    private @Nullable String reasonToLeaveOrcAlone() {
        if (!newFiles.equals("ORC") && !newFiles.equals("PARQUET")) {
            return "the file is ORC, and the table wants new files to be %s, which Sluice does not write"
                    .formatted(newFiles);
        }
        return withDefault
                .map(column -> "the file is ORC, and no reader of ORC fills in the default that column %s has"
                        .formatted(column))
                .orElse(null);
    }
}
