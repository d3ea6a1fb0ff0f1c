/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import dev.sluice.emulator.S3Emulator;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The packed product, started anew for each command, as a user starts it. */
record Product(Path launcher, Path folder) {

    /**
     * One command from start to end, with a state of its own.
     *
     * @param service where S3 is
     * @return the seconds on the wall
     */
    double seconds(URI service, String... command) throws IOException {
        return seconds(
                Map.of(
                        "AWS_ACCESS_KEY_ID",
                        S3Emulator.ACCESS_KEY,
                        "AWS_SECRET_ACCESS_KEY",
                        S3Emulator.SECRET_KEY,
                        "AWS_ENDPOINT_URL_S3",
                        service.toString()),
                command);
    }

    /** The same in an environment with some more variables. */
    double seconds(Map<String, String> environment, String... command) throws IOException {
        forgetState();
        List<String> words = new ArrayList<>(List.of(launcher.toString()));
        words.addAll(List.of(command));
        words.addAll(List.of("--state", folder.resolve("state").toString()));
        Path output = folder.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        long start = System.nanoTime();
        try {
            int exit = builder.start().waitFor();
            double seconds = (System.nanoTime() - start) / 1e9;
            if (exit != 0) {
                throw new IllegalStateException("%s ended with %d: %s"
                        .formatted(String.join(" ", words), exit, Files.readString(output, StandardCharsets.UTF_8)));
            }
            return seconds;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The benchmark was interrupted", e);
        }
    }

    /** What the last command printed. */
    String said() throws IOException {
        return Files.readString(folder.resolve("output"), StandardCharsets.UTF_8);
    }

    private void forgetState() throws IOException {
        Path state = folder.resolve("state");
        if (Files.exists(state)) {
            try (Stream<Path> files = Files.walk(state)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(state);
    }
}
