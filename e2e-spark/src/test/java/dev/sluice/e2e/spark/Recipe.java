/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How one Iceberg table comes to be, in Spark's words: a section of a file beside this class, in which {@code README.md}
 * tells what can stand there.
 */
record Recipe(String name, int version, Catalog catalog, Expectation expectation, List<String> statements) {

    /** The catalogs that Spark and Sluice share. */
    enum Catalog {
        FOLDERS,
        DATABASE;

        /** As Spark and Sluice's configuration name it. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What Sluice is to make of the table. */
    enum Expectation {
        COMPACTED,
        LEFT_ALONE,
        REFUSED,
        WHATEVER;

        private static Expectation of(String words) {
            return valueOf(words.toUpperCase(Locale.ROOT).replace(' ', '_'));
        }
    }

    private static final List<String> FILES =
            List.of("partitions", "types", "deletes", "evolution", "files", "versions");
    private static final Pattern SECTIONS = Pattern.compile("(?m)^(?=-- table: )");
    private static final Pattern END = Pattern.compile(";\\s*(\\R|$)");
    private static final Pattern BLANK = Pattern.compile(" ");
    private static final Pattern KEY = Pattern.compile("-- (table|versions|catalog|expect): (.+)");
    private static final Pattern REPEATED = Pattern.compile("REPEAT (\\d+): (.+)", Pattern.DOTALL);

    /** All there are, or those whose names contain a match of a regular expression. */
    static List<Recipe> named(String pattern) {
        List<Recipe> recipes = new ArrayList<>();
        for (String file : FILES) {
            for (String section : SECTIONS.splitAsStream(text(file)).toList()) {
                if (!section.isBlank()) {
                    recipes.addAll(of(section, recipes.size()));
                }
            }
        }
        Pattern wanted = Pattern.compile(pattern);
        return recipes.stream()
                .filter(recipe -> wanted.matcher(recipe.name).find())
                .toList();
    }

    private static String text(String file) {
        try (InputStream content = Recipe.class.getResourceAsStream("/iceberg-tables/" + file + ".sql")) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Recipe> of(String section, int number) {
        Map<String, String> keys = new HashMap<>();
        Matcher key = KEY.matcher(section);
        while (key.find()) {
            keys.put(key.group(1), key.group(2).strip());
        }
        Expectation expectation = Expectation.of(keys.getOrDefault("expect", "compacted"));
        List<String> statements = statements(section);
        List<Recipe> recipes = new ArrayList<>();
        for (String version :
                BLANK.splitAsStream(keys.getOrDefault("versions", "0")).toList()) {
            String name = keys.get("table") + (version.equals("0") ? "" : "-v" + version);
            Catalog byTurns = Catalog.values()[(number + recipes.size()) % Catalog.values().length];
            Catalog catalog = keys.containsKey("catalog")
                    ? Catalog.valueOf(keys.get("catalog").toUpperCase(Locale.ROOT))
                    : byTurns;
            recipes.add(new Recipe(name, Integer.parseInt(version), catalog, expectation, statements));
        }
        return recipes;
    }

    private static List<String> statements(String section) {
        List<String> statements = new ArrayList<>();
        String sql = section.replaceAll("(?m)^--.*\\R", "");
        for (String statement : END.splitAsStream(sql).toList()) {
            Matcher repeated = REPEATED.matcher(statement.strip());
            if (!repeated.matches()) {
                statements.add(statement.strip());
                continue;
            }
            for (int i = 0; i < Integer.parseInt(repeated.group(1)); i++) {
                statements.add(repeated.group(2).replace("{i}", Integer.toString(i)));
            }
        }
        statements.removeIf(String::isBlank);
        return statements;
    }

    /** The table as Spark names it. */
    String table() {
        return "%s.shop.%s".formatted(catalog.word(), identifier());
    }

    /** Without a character that would have to be quoted. */
    String identifier() {
        return name.replace('-', '_');
    }

    /** The statements that make this table. */
    List<String> statements(Path folder) {
        return statements.stream()
                .map(statement -> statement
                        .replace("{t}", table())
                        .replace("{c}", catalog.word())
                        .replace("{v}", Integer.toString(version))
                        .replace("{folder}", folder.toString()))
                .toList();
    }
}
