/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A terminal without a screen: runs commands on fakes and keeps what they say. */
final class Terminal {

    static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");

    Instant now = NOW;
    final FakeParts parts;
    final Map<String, String> environment = new HashMap<>();
    private final AtomicLong random = new AtomicLong();
    private final Path folder;
    private String typed = "";
    private boolean person;

    Terminal(Path folder) {
        this(folder, new FakeParts());
    }

    Terminal(Path folder, FakeParts parts) {
        this.folder = folder;
        this.parts = parts;
    }

    /** Puts a person before it who types something when asked. */
    Terminal whereSomebodyTypes(String lines) {
        typed = lines;
        person = true;
        return this;
    }

    Ending run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = cli(out, err).run(args);
        return new Ending(
                List.of(args), exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    Cli cli(ByteArrayOutputStream out, ByteArrayOutputStream err) {
        return new Cli(
                parts,
                new Surroundings(
                        new BufferedReader(new StringReader(typed)),
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        person,
                        false,
                        environment,
                        folder,
                        Path.of("/home/ada"),
                        "ada",
                        Clock.fixed(now, ZoneOffset.UTC),
                        () -> random.incrementAndGet() << 32));
    }

    /** How a command ended and what it said. */
    record Ending(List<String> args, int exit, String out, String err) {

        /** All of it, as a reader would see it. */
        String transcript() {
            StringBuilder text = new StringBuilder("$ sluice " + String.join(" ", args) + "\n").append(out);
            if (!err.isEmpty()) {
                text.append("[standard error]\n").append(err);
            }
            return text.append("[exit ").append(exit).append("]\n").toString();
        }
    }
}
