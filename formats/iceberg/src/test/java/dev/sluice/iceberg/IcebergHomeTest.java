/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are not where they say they are, or that are there by two names: no file of theirs is taken for nobody's. */
final class IcebergHomeTest {

    private static final Retention WEEK = new Retention(Duration.ofDays(7));

    private static final Expiry EXPIRY = new Expiry(RemovalMode.APPLY, Duration.ofDays(7), 1, false);

    @TempDir
    private Path folder;

    private final Clock later = Clock.fixed(Instant.now().plus(Duration.ofDays(30)), ZoneOffset.UTC);

    private IcebergFormat later(CatalogSettings... catalogs) {
        LocalStore store = new LocalStore();
        return new IcebergFormat(
                store, new Catalogs(store, List.of(catalogs)), later, new RewriteLimits(2, Bytes.ofMebibytes(64)));
    }

    private Leftovers leftovers(TableRef table, CatalogSettings... catalogs) {
        IcebergFormat format = later(catalogs);
        return format.leftovers(format.inspect(table), WEEK);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @Test
    void a_copy_of_a_tables_folder_is_not_changed_and_the_original_keeps_every_file() throws IOException {
        Events original = Events.create(folder.resolve("original"), 2, 2);
        Path place = folder.resolve("copy");
        copy(original.folder(), place);
        original.append("2026-11-01");
        Events copied = Events.at(place);
        String why = "It says that it lives at %s, but its metadata was found in %s, as that of a copy is"
                .formatted(original.folder(), place.resolve("metadata"));

        assertThat(later().inspect(copied.ref()).objections())
                .filteredOn(objection -> objection.kind() == Objection.Kind.UNSUPPORTED)
                .extracting(Objection::text)
                .singleElement()
                .asString()
                .startsWith(why);
        assertThat(leftovers(copied.ref()).eligible()).isEmpty();
        assertThat(leftovers(copied.ref()).objection().orElseThrow()).startsWith(why);
        IcebergFormat format = later();
        assertThat(format.expirable(format.inspect(copied.ref()), EXPIRY).versions())
                .isEmpty();
        assertThatExceptionOfType(GateException.class)
                .isThrownBy(() -> IcebergPass.compact(format, copied.ref()))
                .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .withMessageContaining(why);
    }

    /** What belongs to the table that it was copied from is in no version of the copy, and no reason to take it away. */
    @Test
    void of_a_copy_that_was_made_known_to_a_catalog_nothing_is_taken_away() throws IOException {
        try (JdbcCatalog catalog = new JdbcCatalog(properties -> new StoreFileIO(new LocalStore()), null, true)) {
            String uri = "jdbc:sqlite:" + folder.resolve("catalog.db");
            catalog.initialize(
                    "lake",
                    Map.of("uri", uri, "warehouse", folder.resolve("lake").toString(), "jdbc.schema-version", "V1"));
            catalog.createNamespace(Namespace.of("db"));
            CatalogSettings settings = new CatalogSettings(
                    "lake", CatalogKind.JDBC, Optional.of(uri), Optional.empty(), Optional.empty(), Map.of());
            Events original = new Events(
                    catalog.createTable(TableIdentifier.of("db", "original"), Events.SCHEMA, Events.BY_DAY),
                    new TableRef("iceberg", "lake/db.original"),
                    settings);
            original.append("2026-11-01");
            original.append("2026-11-01");
            Path place = folder.resolve("copy");
            copy(folder.resolve("lake/db/original"), place);
            String metadata =
                    ((BaseTable) original.table()).operations().current().metadataFileLocation();
            catalog.registerTable(
                    TableIdentifier.of("db", "copy"),
                    place.resolve("metadata/" + Path.of(metadata).getFileName()).toString());
            TableRef copy = new TableRef("iceberg", "lake/db.copy");
            original.append("2026-11-02");

            assertThat(leftovers(copy, settings).objection().orElseThrow())
                    .startsWith("It says that it lives at %s, but its metadata was found in %s, as that of a copy is"
                            .formatted(folder.resolve("lake/db/original"), place.resolve("metadata")));
            assertThat(leftovers(copy, settings).eligible()).isEmpty();
            IcebergFormat format = later(settings);
            assertThat(format.expirable(format.inspect(copy), EXPIRY).versions())
                    .isEmpty();
            assertThat(leftovers(original.ref(), settings).objection())
                    .as("the original is where it says")
                    .isEmpty();
        }
    }

    /** Its id is the same and so is its place: all that tells is that somebody's metadata is younger. */
    @Test
    void of_a_table_that_another_catalog_goes_on_with_nothing_is_removed() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        try (JdbcCatalog catalog = new JdbcCatalog(properties -> new StoreFileIO(new LocalStore()), null, true)) {
            String uri = "jdbc:sqlite:" + folder.resolve("catalog.db");
            catalog.initialize(
                    "lake",
                    Map.of("uri", uri, "warehouse", folder.resolve("lake").toString(), "jdbc.schema-version", "V1"));
            catalog.createNamespace(Namespace.of("db"));
            CatalogSettings settings = new CatalogSettings(
                    "lake", CatalogKind.JDBC, Optional.of(uri), Optional.empty(), Optional.empty(), Map.of());
            String metadata =
                    ((BaseTable) events.table()).operations().current().metadataFileLocation();
            catalog.registerTable(TableIdentifier.of("db", "t"), metadata);
            TableRef registered = new TableRef("iceberg", "lake/db.t");
            assertThat(leftovers(registered, settings).objection())
                    .as("until then")
                    .isEmpty();
            events.append("2026-11-01");

            Leftovers left = leftovers(registered, settings);

            assertThat(left.eligible()).isEmpty();
            assertThat(left.objection())
                    .contains("Somebody goes on with this table elsewhere, as another catalog does that knows it:"
                            + " metadata/v6.metadata.json is younger than what is current here.");
            assertThat(leftovers(events.ref()).objection())
                    .as("the other one knows all there is")
                    .isEmpty();
        }
    }

    @Test
    void what_lies_behind_a_link_is_known_by_every_name_of_it() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        Path link = Files.createSymbolicLink(folder.resolve("link"), events.folder());
        events.table().updateLocation().setLocation(link.toString()).commit();
        Events moved = Events.at(events.folder());
        moved.append("2026-11-01");
        Path stray = Files.writeString(link.resolve("data/day=2026-11-01/stray.parquet"), "stray");

        for (Path name : List.of(events.folder(), link)) {
            Leftovers left = leftovers(new TableRef("iceberg", name.toString()));
            assertThat(left.objection()).as(name.toString()).isEmpty();
            assertThat(left.eligible())
                    .as(name.toString())
                    .extracting(StoredFile::location)
                    .containsExactly(Location.local(stray));
        }
        Events byLink = Events.at(link);
        List<String> rows = byLink.rows();
        IcebergPass.compact(IcebergPass.format(), byLink.ref());
        IcebergPass.expire(later(), byLink.ref(), EXPIRY, later.instant());
        assertThat(Events.at(events.folder()).rows()).isEqualTo(rows);
    }
}
