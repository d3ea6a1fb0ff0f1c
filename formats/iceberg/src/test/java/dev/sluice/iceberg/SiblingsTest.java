/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.RemovedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.table.TableRef;
import dev.sluice.testkit.WatchedPassage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of one namespace of which one writes into the other's folder and keeps its metadata elsewhere. */
class SiblingsTest {

    private static final Retention A_WEEK = new Retention(Duration.ofDays(7));
    private static final TableIdentifier HOST = TableIdentifier.of("shop", "host");
    private static final TableIdentifier GUEST = TableIdentifier.of("shop", "guest");
    private static final TableRef TABLE = new TableRef("iceberg", "lake/shop.host");

    @TempDir
    private Path folder;

    private HadoopCatalog catalog;
    private Path host;

    @BeforeEach
    void a_table_with_a_file_out_of_use() throws IOException {
        catalog = new HadoopCatalog(new Configuration(), folder.toString());
        host = folder.resolve("shop/host");
        events(HOST, Map.of()).append("2026-11-01");
        age(Files.writeString(host.resolve("data/stray.parquet"), "stray"));
    }

    @AfterEach
    void close() throws IOException {
        catalog.close();
    }

    private Events events(TableIdentifier name, Map<String, String> properties) {
        return new Events(
                catalog.createTable(name, Events.SCHEMA, Events.BY_DAY, properties),
                new TableRef("iceberg", "lake/" + name));
    }

    private static Path age(Path file) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(30))));
    }

    private Leftovers leftovers() {
        IcebergFormat format = IcebergPass.ofWarehouse(folder);
        return format.leftovers(format.inspect(TABLE), A_WEEK);
    }

    @Test
    void files_of_a_table_that_writes_into_anothers_folder_are_not_removed() throws IOException {
        Leftovers alone = leftovers();
        Events guest = events(
                GUEST, Map.of("write.data.path", host.resolve("data/guest").toString()));
        guest.append("2026-11-01");
        for (DataFile file : guest.files()) {
            age(Path.of(file.location()));
        }
        List<String> rows = guest.rows();

        Leftovers left = leftovers();

        assertThat(alone.eligible()).hasSize(1);
        assertThat(left.unreferenced()).isEqualTo(1 + guest.files().size());
        assertThat(left.eligible()).isEmpty();
        assertThat(left.objection())
                .contains("The table shop.guest may have its files in the table's folder:"
                        + " its property write.data.path is %s/data/guest.".formatted(host));
        assertThatThrownBy(() -> remove(alone))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNSAFE))
                .hasMessageContaining("The table shop.guest may have its files in the table's folder");
        assertThat(host.resolve("data/stray.parquet")).exists();
        assertThat(guest.rows()).isEqualTo(rows);
    }

    @Test
    void a_folder_is_the_same_by_another_name() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), host);
        events(GUEST, Map.of("write.object-storage.path", link.resolve("data").toString()));

        assertThat(leftovers().objection())
                .hasValueSatisfying(why -> assertThat(why).contains("write.object-storage.path"));
    }

    @Test
    void tables_that_write_elsewhere_are_not_in_the_way() {
        events(GUEST, Map.of("write.data.path", folder.resolve("shop/hosted").toString()));

        Leftovers left = leftovers();

        assertThat(left.objection()).isEmpty();
        assertThat(left.eligible()).hasSize(1);
    }

    @Test
    void where_one_of_them_cannot_be_read_nothing_is_removed() throws IOException {
        events(GUEST, Map.of());
        Files.writeString(folder.resolve("shop/guest/metadata/v1.metadata.json"), "{");

        Leftovers left = leftovers();

        assertThat(left.eligible()).isEmpty();
        assertThat(left.objection())
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("Whether the table shop.guest writes into the table's folder cannot be told: "));
    }

    private void remove(Leftovers left) {
        IcebergFormat format = IcebergPass.ofWarehouse(folder);
        Step.Remove step = new Step.Remove(
                left.eligible().stream()
                        .map(file -> new RemovedFile(file.location().toString(), file.size(), file.modifiedAt()))
                        .toList(),
                Instant.now().minus(Duration.ofDays(7)));
        format.changer().remove(IcebergPass.approved(format, TABLE, step), step, new WatchedPassage("run", file -> {}));
    }
}
