/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.Encryption;
import dev.sluice.storage.s3.S3Limits;
import dev.sluice.storage.s3.S3Storage;
import dev.sluice.storage.s3.StorageClass;
import dev.sluice.storage.s3.WebProxy;
import org.junit.jupiter.api.Test;

/** The rule of modules, on the whole product: who may know whom, one sentence for each. */
class ModulesTest {

    private static final String CORE = "dev.sluice.core..";
    private static final String STORAGE = "dev.sluice.storage..";
    private static final String STATE = "dev.sluice.state..";
    private static final String REWRITE = "dev.sluice.rewrite..";
    private static final String DELTA = "dev.sluice.delta..";
    private static final String ICEBERG = "dev.sluice.iceberg..";
    private static final String LANCE = "dev.sluice.lance..";
    private static final String SPARK = "dev.sluice.spark..";
    private static final String SERVER = "dev.sluice.server..";
    private static final String APP = "dev.sluice.app..";
    private static final String[] ABOVE_CORE = {STORAGE, STATE, REWRITE, DELTA, ICEBERG, LANCE, SPARK, SERVER, APP};

    /** So that a rule cannot pass on an empty set. */
    private static final int CLASSES_AT_LEAST = 250;

    /** What an owner can say of a storage: values that the configuration is read into, and no part that acts. */
    private static final Class<?>[] SETTINGS = {
        S3Storage.class, S3Limits.class, Credentials.class, Encryption.class, WebProxy.class, StorageClass.class
    };

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.sluice");

    @Test
    void sees_the_whole_product() {
        assertThat(PRODUCT.size()).isGreaterThan(CLASSES_AT_LEAST);
        for (String module : new String[] {CORE, STORAGE, STATE, REWRITE, DELTA, APP}) {
            String prefix = module.substring(0, module.length() - 2);
            assertThat(PRODUCT.stream().filter(c -> c.getPackageName().startsWith(prefix)))
                    .as(module)
                    .isNotEmpty();
        }
    }

    @Test
    void core_knows_nobody() {
        noClasses()
                .that()
                .resideInAPackage(CORE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ABOVE_CORE)
                .because("core is the domain: everything else is plugged into it")
                .check(PRODUCT);
    }

    @Test
    void core_has_no_table_library_no_http_no_jdbc_and_no_hadoop() {
        noClasses()
                .that()
                .resideInAPackage(CORE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.delta..",
                        "org.apache.iceberg..",
                        "org.apache.parquet..",
                        "org.apache.hadoop..",
                        "org.lance..",
                        "org.apache.arrow..",
                        "java.sql..",
                        "javax.sql..",
                        "java.net.http..",
                        "software.amazon..",
                        "org.slf4j..")
                .because("core must be readable, and testable in milliseconds, without any of them")
                .check(PRODUCT);
    }

    @Test
    void storage_state_and_rewrite_know_core_alone() {
        for (String module : new String[] {STORAGE, STATE, REWRITE}) {
            noClasses()
                    .that()
                    .resideInAPackage(module)
                    .should()
                    .dependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
                            "other modules than core",
                            c -> c.getPackageName().startsWith("dev.sluice.")
                                    && !c.getPackageName().startsWith("dev.sluice.core")
                                    && !c.getPackageName().startsWith(module.substring(0, module.length() - 2))))
                    .because("each carries one heavy thing and is used through core's ports or its own API")
                    .check(PRODUCT);
        }
    }

    @Test
    void formats_and_engines_never_see_one_another_nor_the_server() {
        for (String module : new String[] {DELTA, ICEBERG, LANCE, SPARK}) {
            noClasses()
                    .that()
                    .resideInAPackage(module)
                    .should()
                    .dependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
                            "other formats, engines, state, server or app",
                            c -> c.getPackageName()
                                            .matches(
                                                    "dev\\.sluice\\.(delta|iceberg|lance|spark|state|server|app)(\\..*)?")
                                    && !c.getPackageName().startsWith(module.substring(0, module.length() - 2))))
                    .because("a format is one new module and one line in Wiring, and nothing else has to change")
                    .allowEmptyShould(true)
                    .check(PRODUCT);
        }
    }

    @Test
    void only_the_app_names_every_part() {
        noClasses()
                .that()
                .resideOutsideOfPackage(APP)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(APP)
                .because("the app is on top: what it holds together must not lean on it")
                .check(PRODUCT);
        classes()
                .that()
                .resideInAnyPackage(DELTA, ICEBERG, STORAGE, STATE)
                .and()
                .arePublic()
                .and()
                .doNotBelongToAnyOf(SETTINGS)
                .should()
                .onlyBeAccessed()
                .byClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
                        "of their own module, or Wiring",
                        c -> !c.getPackageName().startsWith("dev.sluice.app")
                                || c.getSimpleName().equals("Wiring")))
                .because("a part is exchanged in one line of Wiring")
                .check(PRODUCT);
    }

    @Test
    void no_package_knows_one_that_knows_it() {
        SlicesRuleDefinition.slices()
                .matching("dev.sluice.(**)")
                .should()
                .beFreeOfCycles()
                .because("a map of the imports has no arrow that runs back up")
                .check(PRODUCT);
    }
}
