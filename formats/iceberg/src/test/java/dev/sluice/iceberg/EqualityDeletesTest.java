/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.Sample;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A table with a flood of equality deletes is compacted in a small heap: {@code ./dev it iceberg-scale}, else a part of it. */
@Tag("iceberg-scale")
class EqualityDeletesTest {

    @TempDir
    private Path folder;

    @Test
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
}
