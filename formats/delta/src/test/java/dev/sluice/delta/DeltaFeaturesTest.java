/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.format.Change;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the protocol asks of a compaction beyond equal rows, feature by feature, on tables that Spark wrote. */
class DeltaFeaturesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path scratch;

    @Test
    void rows_keep_their_ids_and_commit_versions_where_the_table_tracks_rows() throws IOException {
        Path table = TestTables.copyOf("delta-features/rt", scratch);
        Location location = Location.local(table);
        TableRows before = TableRows.withRowIds(location);

        Change change = compact(location);

        assertThat(TableRows.withRowIds(location)).isEqualTo(before);
        JsonNode info = new LogWriter(table).commit(change.version()).get(0).get("commitInfo");
        assertThat(info.get("tags").get("delta.rowTracking.preserved").asText()).isEqualTo("true");
        assertThat(info.get("inCommitTimestamp").asLong()).isPositive();
        assertThat(added(table, change)).allSatisfy(add -> {
            assertThat(add.get("baseRowId").asLong()).isNotNegative();
            assertThat(add.get("defaultRowCommitVersion").asLong()).isEqualTo(change.version());
        });
    }

    @Test
    void the_hash_with_row_ids_is_another_than_the_one_without() throws IOException {
        Location table = Location.local(TestTables.copyOf("delta-features/rt", scratch));

        assertThat(TableRows.withRowIds(table)).isNotEqualTo(TableRows.of(table));
    }

    @Test
    void removes_repeat_the_deletion_vector_and_the_outputs_have_none() throws IOException {
        Path table = TestTables.copyOf("delta/delta-golden__dv-partitioned-with-checkpoint", scratch);
        Location location = Location.local(table);
        Map<String, String> vectors = new HashMap<>();
        DeltaPass pass = new DeltaPass(location, Clock.systemUTC());
        try (Stream<DataFile> files = pass.format.inspect(pass.table).files()) {
            files.filter(f -> !f.deletes().isEmpty()).forEach(f -> vectors.put(f.path(), f.deletes()));
        }

        Change change = compact(location);

        assertThat(vectors).isNotEmpty();
        Map<String, String> repeated = new HashMap<>();
        for (JsonNode action : new LogWriter(table).commit(change.version())) {
            JsonNode vector = action.path("remove").path("deletionVector");
            if (!vector.isMissingNode()) {
                repeated.put(
                        action.get("remove").get("path").asText(),
                        vector.get("storageType").asText()
                                + vector.get("pathOrInlineDv").asText() + "@"
                                + vector.get("offset").asText());
            }
        }
        assertThat(repeated).containsAllEntriesOf(vectors);
        assertThat(added(table, change))
                .allSatisfy(add -> assertThat(add.has("deletionVector")).isFalse());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delta/delta-golden__table-with-columnmapping-mode-id",
                "delta/delta-kdef__data-reader-primitives-column-mapping-name"
            })
    void files_carry_the_field_ids_of_the_table_in_both_modes_of_column_mapping(String name)
            throws IOException, SQLException {
        Path table = TestTables.copyOf(name, scratch);

        Change change = compact(Location.local(table));

        Map<String, Integer> wanted = columnIds(table);
        String file = table.resolve(change.added().get(0).path()).toString();
        assertThat(fieldIds(file)).containsAllEntriesOf(wanted);
        assertThat(wanted).isNotEmpty();
    }

    @Test
    void partition_values_are_copied_as_they_are_and_files_lie_beside_their_partitions_others() throws IOException {
        Path table = TestTables.copyOf("delta-features/spec", scratch);
        Location location = Location.local(table);
        Set<JsonNode> before = new HashSet<>();
        for (long version = 0; Files.exists(commit(table, version)); version++) {
            for (JsonNode action : new LogWriter(table).commit(version)) {
                if (action.has("add")) {
                    before.add(action.get("add").get("partitionValues"));
                }
            }
        }

        Change change = compact(location);

        assertThat(added(table, change)).isNotEmpty().allSatisfy(add -> {
            assertThat(before).contains(add.get("partitionValues"));
            String path = add.get("path").asText();
            assertThat(change.removed())
                    .anyMatch(removed -> LogPath.folder(removed).equals(LogPath.folder(path)));
            assertThat(Path.of(LogPath.locate(location, path).path())).exists();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta-features/chk", "delta/delta-spark__delta-1.2.1"})
    void constraints_generated_columns_and_append_only_tables_are_compacted(String name) throws IOException {
        Location table = Location.local(TestTables.copyOf(name, scratch));
        TableRows before = TableRows.of(table);

        compact(table);

        assertThat(TableRows.of(table)).isEqualTo(before);
    }

    @Test
    void a_compaction_leaves_the_change_data_as_it_was() throws IOException {
        Path table = TestTables.copyOf("delta/kernelrs__cdf-table-with-cdc-and-dvs", scratch);

        Change change = compact(Location.local(table));

        assertThat(new LogWriter(table).commit(change.version()))
                .noneMatch(action -> action.has("cdc"))
                .filteredOn(action -> action.has("add") || action.has("remove"))
                .allSatisfy(action ->
                        assertThat(action.findValue("dataChange").asBoolean()).isFalse());
    }

    private static Change compact(Location table) {
        DeltaPass pass = new DeltaPass(table, Clock.systemUTC());
        MaintenancePlan plan = pass.plan();
        return pass.compact(plan).change().orElseThrow();
    }

    private static List<JsonNode> added(Path table, Change change) throws IOException {
        List<JsonNode> added = new ArrayList<>();
        for (JsonNode action : new LogWriter(table).commit(change.version())) {
            if (action.has("add")) {
                added.add(action.get("add"));
            }
        }
        return added;
    }

    private static Path commit(Path table, long version) {
        return table.resolve("_delta_log").resolve("%020d.json".formatted(version));
    }

    /** Physical name and id of each top-level column that is in the files. */
    private static Map<String, Integer> columnIds(Path table) throws IOException {
        Map<String, Integer> ids = new HashMap<>();
        for (JsonNode action : new LogWriter(table).commit(0)) {
            if (action.has("metaData")) {
                JsonNode schema =
                        JSON.readTree(action.get("metaData").get("schemaString").asText());
                schema.get("fields")
                        .forEach(field -> ids.put(
                                field.get("metadata")
                                        .get("delta.columnMapping.physicalName")
                                        .asText(),
                                field.get("metadata")
                                        .get("delta.columnMapping.id")
                                        .asInt()));
            }
        }
        return ids;
    }

    private static Map<String, Integer> fieldIds(String file) throws SQLException {
        Map<String, Integer> ids = new HashMap<>();
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duck.createStatement();
                ResultSet fields = sql.executeQuery(
                        "SELECT name, field_id FROM parquet_schema('" + file + "') WHERE field_id IS NOT NULL")) {
            while (fields.next()) {
                ids.put(fields.getString(1), fields.getInt(2));
            }
        }
        return ids;
    }
}
