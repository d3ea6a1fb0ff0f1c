/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The coverage map holds every case, and every test that it names exists. */
class CaseCoverageTest {

    private static final Path ROOT = Path.of(System.getProperty("sluice.root"));
    private static final Path MAP = ROOT.resolve("docs/reference/case-coverage.md");
    private static final Path CASES = ROOT.resolve("../shared/cases/cases.md");
    private static final Set<String> KINDS =
            Set.of("ORP", "EXP", "CMP", "DEL", "CON", "SIZ", "STA", "PAR", "SCL", "SLK");
    private static final Pattern CASE = Pattern.compile("^\\*\\*([A-Z]+)-(\\d+)\\*\\*");
    private static final Pattern ROW = Pattern.compile("^\\| ([A-Z]+-\\d+) \\| .* \\| (.+) \\|$");
    private static final Pattern TEST = Pattern.compile("`([A-Z][A-Za-z]+(?:Test|Contract))(?:#([a-z_0-9A-Z]+))?`");

    @Test
    void every_case_of_the_kinds_stands_in_the_map() throws IOException {
        assumeThat(CASES).as("the collection of cases").exists();
        Set<String> wanted = new TreeSet<>();
        for (String line : Files.readAllLines(CASES)) {
            Matcher matcher = CASE.matcher(line);
            if (matcher.find() && KINDS.contains(matcher.group(1))) {
                wanted.add(matcher.group(1) + "-" + matcher.group(2));
            }
        }
        assertThat(wanted).hasSizeGreaterThan(100);
        assertThat(rows().keySet()).containsAll(wanted);
    }

    /** Messages are the same whatever the format. */
    @Test
    void every_case_of_tables_says_what_holds_it_for_iceberg_too() throws IOException {
        rows().forEach((id, heldBy) -> {
            if (!id.startsWith("SLK")) {
                assertThat(heldBy).as(id).containsPattern("\\bIceberg|[Bb]oth formats|Lance; comes with");
            }
        });
    }

    @Test
    void every_row_names_a_test_that_exists_or_gives_a_reason() throws IOException {
        Map<String, String> sources = testSources();
        rows().forEach((id, heldBy) -> {
            assertThat(heldBy).as(id).hasSizeGreaterThan(10).doesNotContain("MISSING");
            Matcher tests = TEST.matcher(heldBy);
            while (tests.find()) {
                assertThat(sources).as(id).containsKey(tests.group(1));
                if (tests.group(2) != null) {
                    assertThat(sources.get(tests.group(1)))
                            .as(id)
                            .containsPattern("(void|Stream<DynamicTest>) " + tests.group(2) + "\\(");
                }
            }
        });
    }

    private static Map<String, String> rows() throws IOException {
        Map<String, String> rows = new HashMap<>();
        for (String line : Files.readAllLines(MAP)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.put(row.group(1), row.group(2));
            }
        }
        return rows;
    }

    private static Map<String, String> testSources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(ROOT)) {
            files = all.filter(f -> f.toString().matches(".*/src/.*(Test|Contract)\\.java"))
                    .toList();
        }
        for (Path file : files) {
            String name = file.getFileName().toString().replace(".java", "");
            sources.put(name, Files.readString(file));
        }
        return sources;
    }
}
