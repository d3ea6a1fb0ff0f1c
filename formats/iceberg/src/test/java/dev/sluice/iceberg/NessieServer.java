/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.emulator.S3Emulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Nessie as its makers release it, in a process of its own on loopback, with its tables on the emulator of S3. */
final class NessieServer implements AutoCloseable {

    /** It is built for a newer Java than Sluice is. */
    private static final int JAVA = 25;

    private static final Pattern LISTENING = Pattern.compile("Listening on: (http://127\\.0\\.0\\.1:\\d+)");

    private final Process process;
    private final Path log;

    private NessieServer(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** What the build has fetched; empty without the profile {@code nessie}. */
    static Optional<Path> runner() {
        return Optional.ofNullable(System.getProperty("sluice.nessie"))
                .map(Path::of)
                .filter(Files::isRegularFile);
    }

    /** The JDK that {@code SLUICE_JDK25} names, else one of those that are installed where systems install them. */
    static Optional<Path> java() {
        Optional<Path> named =
                Optional.ofNullable(System.getenv("SLUICE_JDK" + JAVA)).map(Path::of);
        Path installed = Path.of("/usr/lib/jvm");
        if (named.isPresent() || !Files.isDirectory(installed)) {
            return named.map(jdk -> jdk.resolve("bin/java")).filter(Files::isExecutable);
        }
        try (Stream<Path> all = Files.list(installed)) {
            return all.filter(jdk -> jdk.getFileName().toString().contains(Integer.toString(JAVA)))
                    .map(jdk -> jdk.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * @param s3 where it reaches S3 itself
     * @param told where it says that others reach it
     */
    static NessieServer start(Path java, Path runner, URI s3, URI told, Path log) throws IOException {
        String options = "nessie.catalog.service.s3.default-options.";
        String secret = "access-to-s3";
        Process process = new ProcessBuilder(List.of(
                        java.toString(),
                        "-Xmx512m",
                        "-Dquarkus.http.host=127.0.0.1",
                        "-Dquarkus.http.port=0",
                        "-Dquarkus.management.host=127.0.0.1",
                        "-Dquarkus.management.port=0",
                        "-Dquarkus.otel.sdk.disabled=true",
                        "-Dnessie.version.store.type=IN_MEMORY",
                        "-Dnessie.catalog.default-warehouse=warehouse",
                        "-Dnessie.catalog.warehouses.warehouse.location=s3://lake/nessie",
                        "-D" + options + "endpoint=" + s3 + "/",
                        "-D" + options + "external-endpoint=" + told + "/",
                        "-D" + options + "path-style-access=true",
                        "-D" + options + "region=eu-central-1",
                        "-D" + options + "access-key=urn:nessie-secret:quarkus:" + secret,
                        "-D" + secret + ".name=" + S3Emulator.ACCESS_KEY,
                        "-D" + secret + ".secret=" + S3Emulator.SECRET_KEY,
                        "-jar",
                        runner.toString()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new NessieServer(process, log);
    }

    /** Its REST catalog, once it answers. */
    String uri() throws IOException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        while (System.nanoTime() < end && process.isAlive()) {
            Matcher listening = LISTENING.matcher(Files.readString(log));
            if (listening.find()) {
                return listening.group(1) + "/iceberg/";
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
        throw new IllegalStateException("Nessie does not answer:\n" + Files.readString(log));
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
