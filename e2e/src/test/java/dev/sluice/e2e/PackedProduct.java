/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The product as a user has it: the launcher in the project's root with what the build packed for it. */
final class PackedProduct {

    private static final Path ROOT = Path.of(System.getProperty("sluice.root"));
    private static final long MINUTES = 5;

    private PackedProduct() {}

    /** What one command gave. */
    record Result(int exit, String out, String err) {}

    /** Skips the test where the product was not packed, as in the inner loop; in continuous integration it must be. */
    static void mustBeThere() {
        boolean packed = Files.isDirectory(ROOT.resolve("app/target/sluice/lib"));
        if ("true".equals(System.getenv("CI"))) {
            assertThat(packed).as("the packed product").isTrue();
        }
        assumeThat(packed).as("the packed product; `./dev check` packs it").isTrue();
    }

    /** Runs one command to its end. */
    static Result sluice(Path home, String... arguments) throws IOException, InterruptedException {
        return sluice(home, Map.of(), arguments);
    }

    /** Runs one command to its end, in an environment with some more variables. */
    static Result sluice(Path home, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(home, "out", ".txt");
        Path err = Files.createTempFile(home, "err", ".txt");
        Process process = start(home, out, err, environment, arguments);
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IllegalStateException(List.of(arguments) + " did not end");
        }
        return new Result(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    /** Starts one command, which the caller waits for or kills. */
    static Process start(Path home, Path out, Path err, String... arguments) throws IOException {
        return start(home, out, err, Map.of(), arguments);
    }

    private static Process start(Path home, Path out, Path err, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ROOT.resolve("sluice").toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("SLUICE_STATE", home.resolve("state").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }
}
