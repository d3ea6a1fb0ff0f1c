/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTableTest {

    private final KernelEngine engine = KernelEngine.on(new LocalStore());

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"plain", "with space", "100%", "a%20b", "a+b", "a#b", "a?b", "a=b", "a:b", "é日本😀", "~a&'b"})
    void a_table_in_a_folder_of_any_name_is_written_and_read(String name) throws IOException {
        for (String spelling : List.of("", "file:", "file://")) {
            Path home = folder.resolve(name).resolve("t" + spelling.length());
            SmallTable table = SmallTable.create(engine, spelling + home, false, Map.of());
            table.append(1, "north");
            table.append(2, "south");
            table.at(1).writeCheckpoint(engine);

            assertThat(table.rows()).containsExactlyInAnyOrder("1@north", "2@south");
            assertThat(table.paths()).allMatch(path -> !path.contains("/"), "is relative to the table");
            assertThat(home.resolve("_delta_log/00000000000000000002.json")).exists();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            assertThat(entries).containsExactly(folder.resolve(name));
        }
    }

    @Test
    void partition_values_of_any_kind_come_back_as_they_went_in() throws IOException {
        List<String> regions = List.of("a b", "100%", "a%20b", "a+b", "a#b", "a?b", "a=b", "a:b", "a/b", "é日本😀");
        SmallTable table = SmallTable.create(engine, folder.resolve("a b%20c").toString(), true, Map.of());
        for (String region : regions) {
            table.append(7, region);
        }

        assertThat(table.rows())
                .containsExactlyInAnyOrderElementsOf(
                        regions.stream().map(region -> "7@" + region).toList());
        try (Stream<Path> entries = Files.list(folder)) {
            assertThat(entries).containsExactly(folder.resolve("a b%20c"));
        }
    }

    @Test
    void neither_leaves_side_files_nor_heeds_stale_ones() throws IOException {
        SmallTable table = SmallTable.create(engine, folder.toString(), false, Map.of());
        table.append(1, "north");
        table.at(1).writeCheckpoint(engine);
        List<Path> written;
        try (Stream<Path> files = Files.walk(folder)) {
            written = files.filter(Files::isRegularFile).toList();
        }
        assertThat(written)
                .hasSize(5)
                .noneMatch(file -> file.getFileName().toString().startsWith("."));

        for (Path file : written) {
            Files.writeString(file.resolveSibling("." + file.getFileName() + ".crc"), "crc\0 of something else");
        }
        assertThat(table.rows()).containsExactly("1@north");
        table.append(2, "south");
        assertThat(table.rows()).containsExactlyInAnyOrder("1@north", "2@south");
    }
}
