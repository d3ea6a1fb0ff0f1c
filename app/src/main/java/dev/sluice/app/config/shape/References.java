/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.secret.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what stands in for a value: {@code ${env:NAME}} for an environment variable, {@code ${file:/path}} for what a file
 * holds. What it reads never gets into a message.
 */
public final class References {

    /** One reference; the groups are its kind and what it names. */
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^{}]*)}");

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    static final String FORM = "${env:NAME} or ${file:/path}";

    private final Map<String, String> environment;
    private final Path folder;

    /**
     * @param folder what the paths of files are relative to
     */
    public References(Map<String, String> environment, Path folder) {
        this.environment = Map.copyOf(environment);
        this.folder = folder;
    }

    /** True if something in a text stands in for something else, or was meant to. */
    static boolean areIn(String text) {
        return text.contains("${");
    }

    /** True if a text is one reference and nothing else. */
    static boolean isAll(String text) {
        return REFERENCE.matcher(text).matches();
    }

    /**
     * A setting with what its references to the environment stand for.
     *
     * @throws IllegalArgumentException with the rest of a sentence that begins "it is ...; "
     */
    String plain(String text) {
        requireWellFormed(text);
        if (REFERENCE.matcher(text).results().anyMatch(match -> match.group(1).equals("file"))) {
            throw new IllegalArgumentException("only a secret is read from a file; here ${env:NAME} can stand");
        }
        return replaced(text);
    }

    /**
     * A secret that a text refers to, read anew at each use.
     *
     * @throws IllegalArgumentException if a reference in it is malformed
     */
    Secret secret(String text, Place place) {
        requireWellFormed(text);
        return new Secret(text, () -> {
            try {
                return replaced(text);
            } catch (IllegalArgumentException e) {
                throw new GateException(
                        Fault.CONFIG_INVALID,
                        "%s (%s)".formatted(text, place),
                        sentence(String.valueOf(e.getMessage())),
                        e);
            }
        });
    }

    private static String sentence(String rest) {
        return Character.toUpperCase(rest.charAt(0)) + rest.substring(1) + ".";
    }

    private static void requireWellFormed(String text) {
        if (areIn(REFERENCE.matcher(text).replaceAll(""))) {
            throw new IllegalArgumentException("a reference is written " + FORM);
        }
    }

    private String replaced(String text) {
        return REFERENCE.matcher(text).replaceAll(match -> Matcher.quoteReplacement(value(match)));
    }

    private String value(MatchResult match) {
        String name = match.group(2);
        return match.group(1).equals("env") ? variable(name) : content(name);
    }

    private String variable(String name) {
        if (!VARIABLE.matcher(name).matches()) {
            throw new IllegalArgumentException("this is no name of an environment variable");
        }
        String value = environment.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw new IllegalArgumentException("the environment variable %s is not set".formatted(name));
        }
        return value;
    }

    private String content(String name) {
        Path path = folder.resolve(name);
        try {
            String content = Files.readString(path).stripTrailing();
            if (content.isEmpty()) {
                throw new IllegalArgumentException("the file %s is empty".formatted(path));
            }
            return content;
        } catch (IOException e) {
            throw new IllegalArgumentException("the file %s %s".formatted(path, why(path)), e);
        }
    }

    private static String why(Path path) {
        if (Files.notExists(path)) {
            return "does not exist";
        }
        return Files.isDirectory(path) ? "is not a file" : "cannot be read";
    }
}
