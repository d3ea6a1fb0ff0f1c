/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import java.io.BufferedReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/**
 * What a command can see of the world around it.
 *
 * @param asksHere whether a person can be asked: standard input and standard error are a terminal
 * @param drawsHere whether standard error is a terminal
 * @param folder the working folder, which relative paths start from
 */
public record Surroundings(
        BufferedReader in,
        PrintStream out,
        PrintStream err,
        boolean asksHere,
        boolean drawsHere,
        Map<String, String> environment,
        Path folder,
        Path home,
        String user,
        Clock clock,
        RandomGenerator random) {

    /** Set by the launcher, which can tell. */
    private static final String COLUMNS = "SLUICE_COLUMNS";

    public Surroundings {
        environment = Map.copyOf(environment);
    }

    /** How wide a line may be; empty where standard output is no terminal, or one of unknown width. */
    public OptionalInt columns() {
        String told = environment.getOrDefault(COLUMNS, "");
        return told.matches("[1-9]\\d{0,4}") ? OptionalInt.of(Integer.parseInt(told)) : OptionalInt.empty();
    }

    /** A path as somebody typed it: from the home folder, from the working folder, or absolute. */
    public Path path(String typed) {
        if (typed.equals("~")) {
            return home;
        }
        return typed.startsWith("~/")
                ? home.resolve(typed.substring(2)).normalize()
                : folder.resolve(typed).normalize();
    }
}
