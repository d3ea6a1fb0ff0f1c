/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.sluice.core.approval.ApprovedPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shape of core: the packages stand in the order of the flow, and each knows only those before it. */
class ArchitectureTest {

    private static final String CORE = "dev.sluice.core";

    private static final Path ROOT =
            Path.of(System.getProperty("sluice.root"), "core", "src", "main", "java", "dev", "sluice", "core");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(CORE);

    /** Each package with the sentence that says why it stands where it stands. */
    private static final String ORDER = """
        fault         | a refusal needs no knowledge of what is refused
        secret        | what must not be seen knows nothing of who uses it
        store         | a place for files knows nothing of tables
        table         | a table as found has no opinion on itself
        health        | measuring comes before judging, so that a number is the same whatever is thought of it
        policy.filter | a filter speaks of partitions, not of policies
        policy        | a verdict knows what was measured and what the owner wants, not what will be done
        policy.rule   | a rule looks at evidence and plans nothing
        policy.preset | a preset puts rules together and plans nothing
        plan          | planning is pure: it knows the verdict and can do nothing
        approval      | a yes is given to a plan, before anything that could act on it is known
        format        | whoever changes a table needs an approved plan
        engine        | an engine acts through formats
        verify        | a check knows what was changed, and nothing of who wrote it down
        run           | the journal remembers plans, answers and outcomes
        report        | a report tells what a run did
        fleet         | many tables are told of as one is
        notify        | a message carries a report
        """;

    @Test
    void the_rules_of_this_class_saw_the_whole_of_core() {
        assertThat(CLASSES.size()).isGreaterThanOrEqualTo(150);
        assertThat(packagesOfCore()).containsExactlyInAnyOrderElementsOf(new TreeSet<>(order()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = ORDER)
    void a_package_knows_only_those_before_it(String name, String because) {
        List<String> order = order();
        String[] later = order.subList(order.indexOf(name) + 1, order.size()).stream()
                .map(ArchitectureTest::full)
                .toArray(String[]::new);
        noClasses()
                .that(resideInAPackage(full(name)))
                .should()
                .dependOnClassesThat(resideInAnyPackage(later).or(resideInAPackage(CORE)))
                .because(because)
                .check(CLASSES);
    }

    @Test
    void core_knows_no_table_library_no_http_no_database() {
        noClasses()
                .should()
                .dependOnClassesThat(resideOutsideOfPackages(
                        CORE + "..",
                        "java.lang..",
                        "java.math",
                        "java.nio..",
                        "java.security",
                        "java.time..",
                        "java.util..",
                        "com.fasterxml.jackson..",
                        "org.jspecify.annotations"))
                .because("core is the domain: what it needs of the world it declares as a port")
                .check(CLASSES);
    }

    @Test
    void core_has_no_clock_of_its_own() {
        noClasses()
                .should()
                .callMethodWhere(describe(
                        "it reads the wall clock",
                        call -> (call.getTargetOwner().getPackageName().equals("java.time")
                                        && call.getName().equals("now"))
                                || (call.getTargetOwner().isEquivalentTo(Clock.class)
                                        && call.getName().matches("system.*|tick.*"))
                                || (call.getTargetOwner().isEquivalentTo(System.class)
                                        && call.getName().matches("currentTimeMillis|nanoTime"))))
                .because("time is handed in, so that a test can say what time it is")
                .check(CLASSES);
    }

    @Test
    void core_prints_nothing() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .because("core speaks through values; a program prints")
                .check(CLASSES);
    }

    @Test
    void only_the_approval_desk_grants() {
        noClasses()
                .that(resideOutsideOfPackage(full("approval")))
                .should()
                .callMethodWhere(describe(
                        "it makes an approved plan",
                        call -> call.getTargetOwner().isEquivalentTo(ApprovedPlan.class)
                                && call.getName().equals("grant")))
                .because("holding an approved plan is the only way to change a table, so making one takes a yes")
                .check(CLASSES);
        assertThat(CLASSES.get(ApprovedPlan.class).getConstructors())
                .allSatisfy(constructor ->
                        assertThat(constructor.getModifiers().toString()).contains("PRIVATE"));
    }

    /** Looks at the source, since the compiler writes such a catch for every resource that is closed. */
    @Test
    void only_the_recorder_catches_what_nobody_foresaw() {
        Pattern anything = Pattern.compile("catch \\([^)]*\\b(Throwable|Exception|RuntimeException|Error)\\b");

        assertThat(sources())
                .filteredOn(file -> anything.matcher(read(file)).find())
                .as("a catch of everything hides faults; the one in Recorder gives every run an end")
                .containsExactly(ROOT.resolve("Recorder.java"));
        assertThat(anything.matcher(read(ROOT.resolve("Recorder.java"))).results())
                .hasSize(1);
    }

    @Test
    void the_gate_stays_on_one_screen() {
        assertThat(read(ROOT.resolve("Gate.java")).lines().filter(line -> !line.startsWith("import")))
                .hasSizeLessThanOrEqualTo(110);
    }

    private static List<String> order() {
        return ORDER.lines()
                .map(line -> line.substring(0, line.indexOf('|')).trim())
                .toList();
    }

    private static String full(String name) {
        return CORE + "." + name;
    }

    private static DescribedPredicate<JavaClass> resideOutsideOfPackages(String... names) {
        return JavaClass.Predicates.resideOutsideOfPackages(names)
                .and(describe(
                        "are no primitives", type -> !type.getPackageName().isEmpty()));
    }

    private static List<String> packagesOfCore() {
        return sources().stream()
                .filter(file -> file.endsWith("package-info.java"))
                .map(Path::getParent)
                .filter(folder -> !folder.equals(ROOT))
                .map(folder -> ROOT.relativize(folder).toString().replace('/', '.'))
                .toList();
    }

    private static List<Path> sources() {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
