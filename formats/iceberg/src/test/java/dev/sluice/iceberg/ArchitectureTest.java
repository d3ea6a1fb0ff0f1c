/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shape of this module: which package may know which, each of them standing after those that it knows. */
class ArchitectureTest {

    private static final String ROOT = "dev.sluice.iceberg";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    /** Each package with those that it may know, and the sentence that says why no more. */
    private static final String ORDER = """
        io        |                             | a way to files knows nothing of tables
        catalog   | io                          | a catalog hands out a table and does not look into it
        table     |                             | a table in the hand is the same whatever catalog gave it
        version   | io table                    | a version is told from metadata, before any data file is opened
        rows      | io table                    | a row is live whatever is to become of it
        merge     | io table rows               | who writes rows does not ask why they are written, and commits nothing
        compact   | table version rows merge    | a step knows no other step
        manifests | table version               | a step knows no other step
        cleaning  | io catalog table version    | what takes away never writes what it would have to keep
        demo      | io catalog                  | a demo makes tables as others would, without our own ways of changing them
        """;

    @Test
    void the_rules_of_this_class_saw_the_whole_module() {
        Set<String> seen = new TreeSet<>();
        CLASSES.forEach(type -> seen.add(type.getPackageName()));
        Set<String> stated = new TreeSet<>(Set.of(ROOT));
        packages().forEach(name -> stated.add(full(name)));

        assertThat(CLASSES.size()).isGreaterThanOrEqualTo(150);
        assertThat(seen).isEqualTo(stated);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = ORDER)
    void a_package_knows_only_some_of_those_before_it(String name, String mayKnow, String because) {
        List<String> known = mayKnow == null ? List.of() : List.of(mayKnow.split(" "));
        List<String> order = packages();
        String[] others = order.stream()
                .filter(other -> !other.equals(name) && !known.contains(other))
                .map(ArchitectureTest::full)
                .toArray(String[]::new);

        assertThat(order.subList(0, order.indexOf(name))).containsAll(known);
        noClasses()
                .that(resideInAPackage(full(name)))
                .should()
                .dependOnClassesThat(resideInAnyPackage(others).or(resideInAPackage(ROOT)))
                .because(because)
                .check(CLASSES);
    }

    /** The app is given this module's ports; what they are made of is none of its business. */
    @Test
    void the_root_shows_the_format_alone() {
        Stream<JavaClass> shown = CLASSES.stream()
                .filter(type -> type.getPackageName().equals(ROOT) && type.isTopLevelClass())
                .filter(type -> type.getModifiers().toString().contains("PUBLIC"));

        assertThat(shown.map(JavaClass::getSimpleName)).containsExactly("IcebergFormat");
    }

    private static List<String> packages() {
        return ORDER.lines()
                .map(line -> line.substring(0, line.indexOf('|')).trim())
                .toList();
    }

    private static String full(String name) {
        return ROOT + "." + name;
    }
}
