/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prose about structure rots unless a test reads it: whatever the documents name must be there. */
class DocumentsTest {

    /** What is divided into packages that the architecture tells of. */
    private static final List<String> PACKAGES =
            List.of("core/src/main/java/dev/sluice/core", "formats/iceberg/src/main/java/dev/sluice/iceberg");

    private static final Path ROOT = Path.of(System.getProperty("sluice.root"));
    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
    private static final Pattern TYPE = Pattern.compile("[A-Z][a-z]+[A-Za-z]*");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(#[^)]*)?\\)");

    /** Types that a later part of the product brings, and that the where-to-add table names ahead. */
    private static final Set<String> STILL_TO_COME = Set.of("TriggerSource");

    private static final Set<String> TYPES = new ClassFileImporter()
            .importPackages("dev.sluice").stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"})
    void every_type_that_a_document_names_exists(String document) throws IOException {
        Set<String> unknown = new TreeSet<>();
        for (String code : codeIn(document)) {
            for (String word : code.split("[^A-Za-z]+", -1)) {
                if (TYPE.matcher(word).matches() && word.chars().anyMatch(Character::isLowerCase)) {
                    unknown.add(word);
                }
            }
        }
        unknown.removeAll(TYPES);
        unknown.removeAll(STILL_TO_COME);
        unknown.removeIf(word -> code(word).isEmpty());
        assertThat(unknown).as("types named in " + document).isEmpty();
    }

    /** Words that stand for themselves and are no type. */
    private static String code(String word) {
        return Set.of("Main", "Dtest", "Dquick", "Dsurefire").contains(word) ? "" : word;
    }

    @Test
    void every_folder_and_package_that_the_architecture_names_exists() throws IOException {
        List<String> rows = Files.readAllLines(ROOT.resolve("ARCHITECTURE.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(20);
        for (String row : rows) {
            for (String name : codes(row.split("\\|", -1)[1])) {
                boolean module = Files.isRegularFile(ROOT.resolve(name).resolve("pom.xml"));
                boolean isPackage = PACKAGES.stream()
                        .anyMatch(
                                parent -> Files.isDirectory(ROOT.resolve(parent).resolve(name)));
                assertThat(module || isPackage).as(name).isTrue();
            }
        }
    }

    @Test
    void every_module_of_the_build_stands_in_the_architecture() throws IOException {
        Matcher modules =
                Pattern.compile("<module>([^<]+)</module>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        String architecture = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
        while (modules.find()) {
            assertThat(architecture).contains("`" + modules.group(1) + "`");
        }
    }

    @Test
    void every_link_leads_somewhere() throws IOException {
        List<Path> documents;
        try (Stream<Path> files = Files.walk(ROOT)) {
            documents = files.filter(f -> f.toString().endsWith(".md"))
                    .filter(f -> !ROOT.relativize(f).toString().contains("target"))
                    .toList();
        }
        assertThat(documents).hasSizeGreaterThan(10);
        for (Path document : documents) {
            Matcher links = LINK.matcher(Files.readString(document));
            while (links.find()) {
                if (!links.group(1).contains("://")) {
                    assertThat(document.resolveSibling(links.group(1)))
                            .as("link in " + ROOT.relativize(document))
                            .exists();
                }
            }
        }
    }

    @Test
    void the_architecture_stays_short() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("ARCHITECTURE.md"))).hasSizeLessThanOrEqualTo(150);
    }

    private static List<String> codeIn(String document) throws IOException {
        return codes(Files.readString(ROOT.resolve(document)));
    }

    private static List<String> codes(String text) {
        return CODE.matcher(text).results().map(r -> r.group(1)).toList();
    }
}
