/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metadata file of a refused commit: it goes where the commit is surely not in, and only there. */
class RefusedMetadataTest {

    private static final Schema SCHEMA = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

    @TempDir
    private Path folder;

    private final Store store = new LocalStore();
    private final TableFiles files = new TableFiles(Map.of(), all -> store);
    private final OnceAsked connections = new OnceAsked(Map.of("uri", "jdbc:sqlite:none.db"));

    private Table table;
    private TableOperations operations;
    private String written = "";

    @BeforeEach
    void a_table_with_a_past() {
        table = new HadoopTables()
                .create(
                        SCHEMA,
                        PartitionSpec.unpartitioned(),
                        folder.resolve("t").toString());
        table.updateProperties().set("a", "b").commit();
        operations = ((HasTableOperations) table).operations();
        written = folder.resolve("t/metadata/00002-x.metadata.json").toString();
    }

    @Test
    void of_a_commit_that_another_was_faster_than_is_gone() {
        assertThatThrownBy(() -> commit(new CommitFailedException("0 rows"), false))
                .isInstanceOf(CommitFailedException.class);

        assertThat(isThere(written)).isFalse();
    }

    @Test
    void of_a_commit_that_the_database_refuses_is_gone() {
        SQLException refusal = new SQLException("permission denied for table iceberg_tables", "42501");

        assertThatThrownBy(() -> commit(new IllegalStateException(refusal), false))
                .isInstanceOf(SurelyNotCommitted.class)
                .hasMessageContaining("permission denied for table iceberg_tables");

        assertThat(isThere(written)).isFalse();
    }

    @Test
    void stays_where_the_question_was_asked_again_since_its_answer_was_lost() {
        assertThatThrownBy(() -> commit(new CommitFailedException("0 rows"), true))
                .isInstanceOf(CommitFailedException.class);

        assertThat(isThere(written)).isTrue();
    }

    @Test
    void stays_where_nobody_knows_whether_the_commit_is_in() {
        assertThatThrownBy(() -> commit(new CommitStateUnknownException(new IllegalStateException("lost")), false))
                .isInstanceOf(CommitStateUnknownException.class);

        assertThat(isThere(written)).isTrue();
    }

    @Test
    void that_the_table_has_or_had_stays_whatever_was_said() {
        TableMetadata now = operations.refresh();

        for (String known :
                List.of(now.metadataFileLocation(), now.previousFiles().get(0).file())) {
            RefusedMetadata.takeBack(known, files, () -> now);
            assertThat(isThere(known)).isTrue();
        }
    }

    @Test
    void stays_where_the_table_cannot_be_looked_at() throws IOException {
        Files.writeString(Path.of(written), "{}");

        RefusedMetadata.takeBack(written, files, () -> {
            throw new IllegalStateException("no connection");
        });

        assertThat(isThere(written)).isTrue();
    }

    private boolean isThere(String file) {
        Location location = IcebergPath.location(file);
        return store.find(location).isPresent();
    }

    /** Commits as Iceberg's client of a database does, which writes the metadata file first. */
    private void commit(RuntimeException end, boolean again) {
        TableOperations ending = (TableOperations) Proxy.newProxyInstance(
                TableOperations.class.getClassLoader(),
                new Class<?>[] {TableOperations.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("io")) {
                        return files;
                    }
                    if (method.getName().equals("commit")) {
                        write();
                        connections.isConnectionException(new SQLException("reset", again ? "08006" : "42501"));
                        throw end;
                    }
                    try {
                        return method.invoke(operations, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        Table telling = DatabaseCommits.to(new BaseTable(ending, "t"), connections);
        TableMetadata now = operations.current();
        ((HasTableOperations) telling).operations().commit(now, now);
    }

    private void write() {
        try (PositionOutputStream output = files.newOutputFile(written).create()) {
            output.write("{}".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
