/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of a catalog that may be read and not written: nobody need wonder whether a commit went in. */
class ReadOnlyCatalogTest {

    @TempDir
    private Path folder;

    private Lake lake;
    private Events events;
    private IcebergFormat format;

    @BeforeEach
    void a_catalog_in_a_database_that_is_opened_to_be_read() {
        lake = new Lake(Lake.Kind.DATABASE, folder);
        events = lake.create(Events.BY_DAY, 2);
        for (int i = 0; i < 3; i++) {
            Events.DAYS.forEach(events::append);
        }
        format = IcebergPass.format(new CatalogSettings(
                "lake",
                CatalogKind.JDBC,
                Optional.of("jdbc:sqlite:file:%s?mode=ro".formatted(folder.resolve("catalog.db"))),
                Optional.empty(),
                Optional.empty(),
                Map.of()));
    }

    @AfterEach
    void close() {
        lake.close();
    }

    @Test
    void is_compacted_no_further_than_to_the_refusal_and_nothing_of_it_stays() throws IOException {
        List<String> rows = events.rows();
        MaintenancePlan plan = IcebergPass.plan(format, lake.ref());
        Set<Path> before = files();

        assertThatItIsRefused(() -> IcebergPass.compact(format, plan, file -> {}));

        assertThat(files()).isEqualTo(before);
        assertThat(leftovers().objection()).isEmpty();
        assertThat(events.rows()).isEqualTo(rows);
    }

    @Test
    void forgets_no_version() throws IOException {
        Instant later = Instant.now().plus(Duration.ofDays(30));
        Expiry expiry = new Expiry(RemovalMode.APPLY, Duration.ZERO, 1, false);
        Set<Path> before = files();

        assertThatItIsRefused(() -> IcebergPass.expire(format, lake.ref(), expiry, later));

        assertThat(files()).isEqualTo(before);
        assertThat(leftovers().objection()).isEmpty();
        assertThat(events.table().snapshots()).hasSize(6);
    }

    private Set<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("warehouse"))) {
            return files.filter(Files::isRegularFile).collect(Collectors.toSet());
        }
    }

    private Leftovers leftovers() {
        return format.leftovers(format.inspect(lake.ref()), new Retention(Duration.ofDays(7)));
    }

    private static void assertThatItIsRefused(ThrowingCallable change) {
        assertThatThrownBy(change)
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("The catalog's database refuses the commit: [SQLITE_READONLY]");
    }
}
