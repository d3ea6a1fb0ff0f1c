/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.storage.LocalStore;
import dev.sluice.storage.s3.AwsIdentity;
import dev.sluice.storage.s3.Credentials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.Asked;
import org.apache.iceberg.rest.LoopbackCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of a REST catalog that wants each request signed as services of AWS do. */
class SignedCatalogTest {

    private static final String ACCESS_KEY = "AKIAEXAMPLE";
    private static final String SECRET_KEY = "a-key-that-nobody-sees";
    private static final TableRef TABLE = new TableRef("iceberg", "lakehouse/far.away.events");

    /** Two levels, so that their separator is encoded in each path. */
    private static final Namespace NAMESPACE = Namespace.of("far", "away");

    @TempDir
    private Path folder;

    private JdbcCatalog behind;
    private SignatureCheck check;
    private LoopbackCatalog rest;
    private Events events;

    @BeforeEach
    void a_table_of_a_catalog_that_wants_signatures() throws IOException {
        behind = new JdbcCatalog(properties -> new StoreFileIO(new LocalStore()), null, true);
        behind.initialize(
                "behind",
                Map.of(
                        "uri",
                        "jdbc:sqlite:" + folder.resolve("catalog.db"),
                        "warehouse",
                        folder.resolve("warehouse").toString()));
        behind.createNamespace(NAMESPACE);
        events = new Events(
                behind.createTable(
                        TableIdentifier.of(NAMESPACE, "events"),
                        Events.SCHEMA,
                        Events.BY_DAY,
                        Map.of("format-version", "3")),
                TABLE);
        for (int i = 0; i < 3; i++) {
            Events.DAYS.forEach(events::append);
        }
        check = new SignatureCheck(ACCESS_KEY, SECRET_KEY);
        rest = new LoopbackCatalog(behind, check);
    }

    @AfterEach
    void close() throws IOException {
        rest.close();
        behind.close();
    }

    private IcebergFormat format(Optional<AwsIdentity> identity, Optional<String> token, Map<String, String> more) {
        Map<String, Secret> properties = new HashMap<>();
        more.forEach((key, value) -> properties.put(key, secret(value)));
        return IcebergPass.format(new CatalogSettings(
                "lakehouse",
                CatalogKind.REST,
                Optional.of(rest.uri()),
                Optional.empty(),
                token.map(SignedCatalogTest::secret),
                properties,
                identity));
    }

    private static Optional<AwsIdentity> identity(String secretKey) {
        return Optional.of(new AwsIdentity(
                new Credentials.Static(secret(ACCESS_KEY), secret(secretKey), Optional.empty()),
                Optional.of("eu-central-1")));
    }

    private static Secret secret(String value) {
        return new Secret("${test}", () -> value);
    }

    @Test
    void a_table_is_compacted_by_requests_that_are_signed_one_by_one() {
        List<String> rows = events.rows();
        IcebergFormat format = format(
                identity(SECRET_KEY), Optional.empty(), Map.of("rest.auth.type", "sigv4", "rest.signing-name", "glue"));

        Change change = IcebergPass.compact(format, TABLE);

        assertThat(change.removed()).hasSize(6);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(check.refused()).isZero();
        assertThat(check.scopes()).containsExactly("eu-central-1/glue");
        assertThat(check.admitted())
                .anyMatch(asked -> asked.method().equals("POST"))
                .anyMatch(asked -> asked.uri().getRawPath().contains("far%2Eaway"))
                .anyMatch(asked -> asked.uri().getRawQuery() != null);
    }

    @Test
    void keys_and_region_may_be_given_for_the_catalog_alone() {
        IcebergFormat format = format(
                identity("another-key"),
                Optional.empty(),
                Map.of(
                        "rest.sigv4-enabled",
                        "true",
                        "rest.signing-region",
                        "us-west-2",
                        "rest.access-key-id",
                        ACCESS_KEY,
                        "rest.secret-access-key",
                        SECRET_KEY));

        assertThat(format.inspect(TABLE).version()).isPositive();
        assertThat(check.scopes()).containsExactly("us-west-2/execute-api");
    }

    @Test
    void a_token_is_kept_beside_the_signature() {
        IcebergFormat format = format(identity(SECRET_KEY), Optional.of("a-token"), Map.of("rest.auth.type", "sigv4"));

        assertThat(format.inspect(TABLE).version()).isPositive();
        assertThat(check.admitted())
                .extracting(Asked::headers)
                .allSatisfy(headers -> assertThat(headers).containsEntry("Original-Authorization", "Bearer a-token"));
    }

    @Test
    void a_wrong_key_is_refused_without_showing_it() {
        IcebergFormat format = format(identity("a-wrong-key"), Optional.empty(), Map.of("rest.auth.type", "sigv4"));

        assertThatThrownBy(() -> format.inspect(TABLE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("is not accepted")
                .hasMessageNotContaining("a-wrong-key");
        assertThat(check.admitted()).isEmpty();
    }

    @Test
    void says_what_is_missing_where_nobody_names_keys_or_region() {
        assertThatThrownBy(() -> format(
                                Optional.empty(),
                                Optional.empty(),
                                Map.of("rest.auth.type", "sigv4", "client.region", "eu-central-1"))
                        .inspect(TABLE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                .hasMessageContaining("catalog lakehouse")
                .hasMessageContaining("nothing says with which keys; set aws-credentials");
        assertThatThrownBy(() -> format(Optional.empty(), Optional.empty(), Map.of("rest.auth.type", "sigv4"))
                        .inspect(TABLE))
                .hasMessageContaining("nothing says for which region; set rest.signing-region");
    }
}
