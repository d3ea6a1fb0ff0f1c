/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module that Spark judges with is too heavy for the default build; what it asks of Sluice is compiled here. */
class SparkSuiteTest {

    private static final Path SOURCES = Path.of(System.getProperty("sluice.root"), "e2e-spark", "src", "test", "java");
    private static final Path PACKAGE = Path.of("dev", "sluice", "e2e", "spark");

    /** The whole side of the suite that runs in Sluice's process: all that it needs is needed by one of these. */
    private static final List<Path> SLUICE_SIDE = Stream.of("SluiceOnRequest.java", "CliOnRequest.java")
            .map(file -> SOURCES.resolve(PACKAGE).resolve(file))
            .toList();

    @Test
    void what_the_spark_suite_asks_of_sluice_still_exists(@TempDir Path classes) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of(
                "-proc:none",
                "-classpath",
                System.getProperty("java.class.path"),
                "-sourcepath",
                SOURCES.toString(),
                "-d",
                classes.toString());

        boolean compiles;
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            compiles = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjectsFromPaths(SLUICE_SIDE))
                    .call();
        }

        assertThat(compiles).as("%s", said).isTrue();
        assertThat(classes.resolve(PACKAGE).resolve("Maintenance.class"))
                .as("the part that plans and changes tables is among what was compiled")
                .isRegularFile();
    }
}
