/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The process in which Sluice answers requests, on the packed product's class path and never on Spark's. */
final class SluiceProcess implements AutoCloseable {

    /** What the process says besides its answers. */
    private static final Path LOG = Path.of("target", "sluice.log");

    private final Process process;
    private final PrintStream requests;
    private final BufferedReader answers;

    private SluiceProcess(Process process) {
        this.process = process;
        this.requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** The product that the build packed. */
    static Path product() {
        return Path.of(System.getProperty("sluice.root"), "app", "target", "sluice");
    }

    /** Starts the program that answers, a class of this suite that runs on Sluice's class path. */
    static SluiceProcess start(Class<?> program) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-XX:+UseParallelGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", classPath(program), program.getName()));
        return new SluiceProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(LOG.toFile()))
                .start());
    }

    private static String classPath(Class<?> program) throws IOException {
        Path lib = product().resolve("lib");
        List<String> jars = Files.readAllLines(product().resolve("classpath"));
        return Stream.concat(Stream.of(ownClasses(program)), jars.stream().map(lib::resolve))
                .map(Path::toString)
                .collect(Collectors.joining(System.getProperty("path.separator")));
    }

    private static Path ownClasses(Class<?> program) {
        try {
            return Path.of(
                    program.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    Answer compact(Path table) throws IOException {
        return ask(SluiceOnRequest.COMPACT, table);
    }

    Answer vacuum(Path table) throws IOException {
        return ask(SluiceOnRequest.VACUUM, table);
    }

    private Answer ask(String what, Path table) throws IOException {
        return Answer.parse(ask(what + "\t" + table));
    }

    /** One line to the program, and the line that it answers. */
    String ask(String request) throws IOException {
        requests.println(request);
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("Sluice ended at \"%s\"; see %s".formatted(request, LOG.toAbsolutePath()));
        }
        return line;
    }

    /** The end of its input ends the process. */
    @Override
    public void close() {
        requests.close();
        process.destroy();
    }
}
