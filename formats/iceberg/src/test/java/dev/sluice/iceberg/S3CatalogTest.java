/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.table.TableRef;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables on S3, reached with what their catalog says: its credentials, its service, its region. */
class S3CatalogTest {

    private static final TableRef TABLE = S3Lake.TABLE;

    @TempDir
    private Path folder;

    private S3Emulator service;
    private S3Lake lake;
    private Events events;

    @BeforeEach
    void a_table_on_s3() {
        service = S3Emulator.inMemory("lake");
        lake = new S3Lake(service, folder, "s3a://lake/warehouse", 3);
        events = lake.events();
    }

    @AfterEach
    void close() throws IOException {
        lake.close();
        service.close();
    }

    private IcebergFormat format(Map<String, String> more) {
        Map<String, Secret> properties = new HashMap<>();
        Map.of(
                        "io-impl",
                        "org.apache.iceberg.aws.s3.S3FileIO",
                        "s3.endpoint",
                        service.address().toString(),
                        "s3.path-style-access",
                        "true",
                        "client.region",
                        "eu-central-1",
                        "s3.access-key-id",
                        S3Emulator.ACCESS_KEY,
                        "s3.secret-access-key",
                        S3Emulator.SECRET_KEY)
                .forEach((key, value) -> properties.put(key, S3Lake.secret(value)));
        more.forEach((key, value) -> properties.put(key, S3Lake.secret(value)));
        return IcebergPass.format(new CatalogSettings(
                "lakehouse",
                CatalogKind.JDBC,
                Optional.of(lake.uri()),
                Optional.empty(),
                Optional.empty(),
                properties));
    }

    @Test
    void a_table_is_compacted_with_the_credentials_that_its_catalog_gives() {
        List<String> rows = events.rows();
        IcebergFormat format = format(Map.of());

        Change change = IcebergPass.compact(format, TABLE);

        assertThat(change.removed()).hasSize(6);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(IcebergPass.plan(format, TABLE).steps()).isEmpty();
        Leftovers left = format.leftovers(format.inspect(TABLE), new Retention(Duration.ofDays(7)));
        assertThat(left.objection()).isEmpty();
        assertThat(left.unreferenced()).isZero();
    }

    @Test
    void old_versions_are_forgotten_and_their_files_are_gone() {
        IcebergPass.compact(format(Map.of()), TABLE);
        events.append(Events.DAYS.get(0));
        List<String> rows = events.rows();

        Expiration account = IcebergPass.expire(
                format(Map.of()), TABLE, new Expiry(RemovalMode.APPLY, Duration.ZERO, 1, false), Instant.now());

        assertThat(account.dataFiles()).isEqualTo(6);
        assertThat(account.failed()).isEmpty();
        assertThat(events.table().snapshots()).hasSize(1);
        assertThat(events.rows()).isEqualTo(rows);
    }

    @Test
    void a_catalog_that_wants_to_sign_each_request_is_refused_by_name() {
        assertThatThrownBy(() ->
                        format(Map.of("s3.remote-signing-enabled", "true")).inspect(TABLE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining("s3.remote-signing-enabled");
    }
}
