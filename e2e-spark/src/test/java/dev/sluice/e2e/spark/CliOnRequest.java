/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import dev.sluice.app.Main;
import dev.sluice.app.cli.Surroundings;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;

/**
 * Sluice's commands in a process of its own: reads them line by line from standard input, as the number of days that the
 * clock is ahead and the arguments, and answers each with a line on standard output: the exit code, the result, and what was
 * said besides. All of a line is separated by tabulators.
 */
final class CliOnRequest {

    private CliOnRequest() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            String[] request = line.split("\t", -1);
            answers.println(answer(
                    Duration.ofDays(Long.parseLong(request[0])), Arrays.copyOfRange(request, 1, request.length)));
        }
    }

    private static String answer(Duration ahead, String[] command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit;
        try (PrintStream results = new PrintStream(out, false, StandardCharsets.UTF_8);
                PrintStream words = new PrintStream(err, false, StandardCharsets.UTF_8)) {
            exit = Main.run(around(results, words, Clock.offset(Clock.systemUTC(), ahead)), command);
        }
        return exit + "\t" + oneLine(out) + "\t" + oneLine(err);
    }

    private static Surroundings around(PrintStream out, PrintStream err, Clock clock) {
        return new Surroundings(
                new BufferedReader(Reader.nullReader()),
                out,
                err,
                false,
                false,
                System.getenv(),
                Path.of("").toAbsolutePath(),
                Path.of(System.getProperty("user.home")),
                System.getProperty("user.name"),
                clock,
                new SecureRandom());
    }

    private static String oneLine(ByteArrayOutputStream said) {
        return said.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ").strip();
    }
}
