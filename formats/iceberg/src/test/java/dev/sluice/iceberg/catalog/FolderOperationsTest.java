/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Location;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of a folder that others keep through Hadoop's file system, which holds files against checksums beside them. */
class FolderOperationsTest {

    private static final Schema SCHEMA = new Schema(required(1, "id", Types.LongType.get()));

    @TempDir
    private Path folder;

    @Test
    void the_hint_that_a_commit_of_ours_writes_is_one_that_hadoop_believes() throws IOException {
        HadoopTables hadoop = new HadoopTables(new Configuration());
        String place = folder.resolve("t").toString();
        Table theirs = hadoop.create(SCHEMA, PartitionSpec.unpartitioned(), place);
        assertThat(folder.resolve("t/metadata/.version-hint.text.crc")).exists();

        new BaseTable(new FolderOperations(new LocalStore(), Location.local(folder.resolve("t"))), "t")
                .updateProperties()
                .set("owner", "sluice")
                .commit();

        assertThat(hint(place)).isEqualTo("2");
        theirs.refresh();
        theirs.updateProperties().set("owner", "them").commit();
        assertThat(hint(place)).isEqualTo("3");
        assertThat(hadoop.load(place).properties()).containsEntry("owner", "them");
    }

    private static String hint(String place) throws IOException {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(place, "metadata/version-hint.text");
        FileSystem files = file.getFileSystem(new Configuration());
        try (FSDataInputStream in = files.open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
