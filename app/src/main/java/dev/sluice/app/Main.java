/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import dev.sluice.app.cli.Cli;
import dev.sluice.app.cli.Surroundings;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The program's entry. */
public final class Main {

    /** Set by the launcher, which can tell: which of the standard streams are a terminal. */
    private static final String TERMINALS = "sluice.terminals";

    private Main() {}

    public static void main(String[] args) {
        if (Arrays.asList(args).contains("--verbose")) {
            System.setProperty("sluice.log", "INFO");
            System.setProperty("sluice.traces", "%ex");
        }
        // Results have a stream of their own; what libraries print to standard output would be taken for a part of
        // them.
        System.setOut(System.err);
        Surroundings around = around();
        Cli cli = cli(around);
        AtomicBoolean ended = new AtomicBoolean();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (!ended.get()) {
                stop(cli, around);
            }
        }));
        int exit = cli.run(args);
        ended.set(true);
        System.exit(exit);
    }

    /** One command in a world of the caller's making, for programs that have Sluice within; returns its exit code. */
    public static int run(Surroundings around, String... args) {
        return cli(around).run(args);
    }

    private static Cli cli(Surroundings around) {
        return new Cli(new Wiring(around.clock()), around);
    }

    /** Stopped from outside: a table is as its last commit left it. What the command would still say is of no use. */
    private static void stop(Cli cli, Surroundings around) {
        cli.underWay()
                .ifPresent(step -> around.err()
                        .printf(
                                "%nStopped in step \"%s\". The table is as its last commit left it; `sluice runs` shows the run.%n",
                                step));
        around.out().close();
        around.err().close();
        cli.stop();
    }

    private static Surroundings around() {
        List<String> terminals = List.of(System.getProperty(TERMINALS, "").split(","));
        return new Surroundings(
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                stream(FileDescriptor.out, false),
                stream(FileDescriptor.err, true),
                terminals.contains("in") && terminals.contains("err"),
                terminals.contains("err"),
                System.getenv(),
                Path.of("").toAbsolutePath(),
                Path.of(System.getProperty("user.home")),
                System.getProperty("user.name"),
                Clock.systemUTC(),
                new SecureRandom());
    }

    private static PrintStream stream(FileDescriptor descriptor, boolean atOnce) {
        return new PrintStream(
                new BufferedOutputStream(new FileOutputStream(descriptor)), atOnce, StandardCharsets.UTF_8);
    }
}
