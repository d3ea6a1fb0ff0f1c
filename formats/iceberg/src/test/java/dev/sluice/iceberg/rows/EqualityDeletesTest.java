/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Bytes;
import dev.sluice.iceberg.Events;
import dev.sluice.iceberg.IcebergPass;
import dev.sluice.iceberg.version.IcebergState;
import dev.sluice.testkit.Sample;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** More equality deletes than there is memory for; the flood of them in full by {@code ./dev it iceberg-scale}, else a part. */
class EqualityDeletesTest {

    @TempDir
    private Path folder;

    @Test
    @Tag("iceberg-scale")
    @Timeout(3_600)
    void millions_of_deleted_keys_are_gone_through_within_the_memory() throws Exception {
        boolean full = Sample.isFull();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        full ? "-Xmx512m" : "-Xmx128m",
                        "-XX:+UseParallelGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DeleteFlood.class.getName(),
                        folder.toString(),
                        full ? "13000000" : "900000",
                        full ? "10000000" : "300000")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        List<String> rows = output.lines().filter(line -> line.startsWith("| ")).toList();
        assertThat(rows).as(output).hasSize(1);
        Path report = Path.of("target", "it", "iceberg-scale.md");
        Files.createDirectories(report.getParent());
        Files.write(
                report,
                List.of(
                        "",
                        "One compaction of a table with equality deletes, by id and by text, with two threads in a JVM of its own; the"
                                + " rows that are left are held against an account of the test's own:",
                        "",
                        "| deleted ids | deleted texts | rows | rows left | delete files | heap MiB | most in use MiB | seconds |",
                        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
                        rows.get(0)));
    }

    @Test
    void goes_through_more_deleted_keys_than_fit_into_memory() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        events.deleteIds(Events.DAYS.get(0), 0, 1, 2, 40, 41);
        List<String> rows = events.rows();
        IcebergState state = IcebergPass.newest(IcebergPass.format(), events.ref());
        Map<InputFile, Roaring64Bitmap> positions = new LinkedHashMap<>();
        try (var tasks = state.tasks()) {
            tasks.map(InputFile::new).forEach(file -> positions.put(file, new Roaring64Bitmap()));
        }

        new EqualityDeletes(state.iceberg(), new RowReader(state.iceberg(), null), Bytes.of(1)).addTo(positions);

        assertThat(positions.values().stream()
                        .mapToLong(p -> p.getLongCardinality())
                        .sum())
                .isEqualTo(5);
        assertThat(rows).hasSize(55);
    }
}
