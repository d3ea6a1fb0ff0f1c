/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.core.format.Change;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.storage.Stores;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.S3Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SessionCatalog.SessionContext;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.HTTPClient;
import org.apache.iceberg.rest.RESTSessionCatalog;
import org.apache.iceberg.rest.RESTUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A REST catalog that others have written: Nessie, which signs each request for S3 itself, and forbids on each of its tables
 * to expire and to remove. Runs with {@code ./dev it nessie} only.
 */
@Tag("nessie")
class NessieCatalogTest {

    private final List<String> told = new ArrayList<>();

    @Test
    void tables_of_nessie_are_compacted_by_requests_that_it_signs_and_nothing_is_expired_or_removed()
            throws IOException {
        assumeThat(NessieServer.runner())
                .as("Nessie; `./dev it nessie` fetches it")
                .isPresent();
        assumeThat(NessieServer.java())
                .as("a JDK 25, named by SLUICE_JDK25 or below /usr/lib/jvm")
                .isPresent();
        try (S3Emulator service = S3Emulator.forSessions("lake");
                FaultyProxy proxy = FaultyProxy.before(service.address());
                NessieServer nessie = NessieServer.start(
                        NessieServer.java().orElseThrow(),
                        NessieServer.runner().orElseThrow(),
                        service.address(),
                        proxy.address(),
                        Path.of("target", "nessie", "nessie.log"));
                Stores stores = stores(service)) {
            String uri = nessie.uri();
            RESTSessionCatalog session = new RESTSessionCatalog(
                    config -> HTTPClient.builder(config)
                            .uri(config.get("uri"))
                            .withHeaders(RESTUtil.configHeaders(config))
                            .build(),
                    (context, properties) -> new StoreFileIO(stores));
            session.initialize("writer", Map.of("uri", uri));
            Catalog writer = session.asCatalog(SessionContext.createEmpty());
            session.createNamespace(SessionContext.createEmpty(), Namespace.of("analytics"), new HashMap<>());
            for (int version = 1; version <= 3; version++) {
                maintain(writer, uri, version, proxy);
            }
            session.close();
        }
        report();
    }

    private static Stores stores(S3Emulator service) {
        return new Stores(
                List.of(S3Storage.at(
                                Location.parse("s3://"),
                                new Credentials.Static(
                                        secret(S3Emulator.ACCESS_KEY), secret(S3Emulator.SECRET_KEY), Optional.empty()))
                        .on(service.address())),
                Map.of());
    }

    private static Secret secret(String value) {
        return new Secret("${test}", () -> value);
    }

    private void maintain(Catalog writer, String uri, int version, FaultyProxy proxy) {
        TableRef name = new TableRef("iceberg", "nessie/analytics.events_v" + version);
        Table table = writer.createTable(
                TableIdentifier.of("analytics", "events_v" + version),
                Events.SCHEMA,
                Events.BY_DAY,
                null,
                new HashMap<>(Map.of("format-version", Integer.toString(version))));
        Events events = new Events(table, name);
        for (int i = 0; i < 3; i++) {
            Events.DAYS.forEach(events::append);
        }
        if (version > 1) {
            events.deletePositions(events.files().get(0), 1);
        }
        List<String> rows = events.rows();
        IcebergFormat format = IcebergPass.format(new CatalogSettings(
                "nessie",
                CatalogKind.REST,
                Optional.of(uri),
                Optional.empty(),
                Optional.empty(),
                Map.of("header.X-Iceberg-Access-Delegation", secret("remote-signing"))));
        long before = proxy.count();

        Change change = IcebergPass.compact(format, name);
        assertThat(change.removed()).hasSize(6);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(proxy.count()).isGreaterThan(before);
        assertThat(IcebergPass.plan(format, name).steps()).isEmpty();
        Leftovers left = format.leftovers(format.inspect(name), new Retention(Duration.ofDays(7)));
        assertThat(left.areAssessed()).as("Nessie signs no listing").isFalse();
        assertThat(left.objection().orElseThrow()).contains("cannot be listed");
        assertThat(left.eligible()).isEmpty();
        Expirable old = format.expirable(format.inspect(name), new Expiry(RemovalMode.APPLY, Duration.ZERO, 1, false));
        assertThat(old.objection().orElseThrow()).contains("gc.enabled");
        assertThat(old.versions()).isEmpty();
        told.add("| %d | %d | %d | %d | equal |"
                .formatted(version, change.removed().size(), change.added().size(), rows.size()));
    }

    private void report() throws IOException {
        Path report = Path.of("target", "it", "nessie.md");
        Files.createDirectories(report.getParent());
        List<String> lines = new ArrayList<>(List.of(
                "",
                "Nessie 0.99.0 in a process of its own, tables on the emulator of S3. Sluice has no keys: Nessie signs each of",
                "its requests. It signs no listing, so that unreferenced files are not assessed; and nothing is expired, as it",
                "sets gc.enabled=false on every table.",
                "",
                "| format version | files before | files after | rows | rows before and after |",
                "| ---: | ---: | ---: | ---: | --- |"));
        lines.addAll(told);
        Files.write(report, lines);
    }
}
