/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import dev.sluice.core.fault.Blame;
import dev.sluice.core.fault.GateException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/**
 * Sluice in a process of its own: reads requests line by line from standard input, {@code compact} or {@code vacuum} with
 * a table's folder, and answers each with a line on standard output until the input ends.
 */
final class SluiceOnRequest {

    static final String COMPACT = "compact";

    /** Removes what is eligible a year from now, so that nothing a table has left behind is too young. */
    static final String VACUUM = "vacuum";

    private static final Duration YEAR = Duration.ofDays(365);

    private SluiceOnRequest() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            String[] request = line.split("\t", 2);
            answers.println(answer(request[0], Path.of(request[1])).line());
        }
    }

    private static Answer answer(String what, Path table) {
        try {
            return switch (what) {
                case COMPACT -> new Maintenance(table, Clock.systemUTC()).compact();
                case VACUUM -> new Maintenance(table, Clock.offset(Clock.systemUTC(), YEAR)).vacuum();
                default -> throw new IllegalArgumentException(what);
            };
        } catch (GateException e) {
            Answer.Kind kind = e.fault().blame() == Blame.GATE ? Answer.Kind.BROKEN : Answer.Kind.REFUSED;
            return new Answer(kind, e.fault() + " " + e.reason());
        } catch (RuntimeException e) {
            e.printStackTrace();
            return new Answer(Answer.Kind.BROKEN, e.toString());
        }
    }
}
