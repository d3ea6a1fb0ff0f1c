/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.table.TableRef;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.Mishap;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.version.IcebergState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.iceberg.rest.LoopbackCatalog;
import org.apache.iceberg.rest.LoopbackCatalog.Answer;
import org.apache.iceberg.rest.credentials.ImmutableCredential;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables on S3 whose files only their REST catalog gives access to: by its signatures, or by keys that soon end. */
class GivenAccessTest {

    private static final String TOKEN = "a-token";
    private static final TableRef TABLE = S3Lake.TABLE;
    private static final Retention A_WEEK = new Retention(Duration.ofDays(7));

    @TempDir
    private Path folder;

    private S3Emulator service;
    private FaultyProxy proxy;
    private S3Lake lake;
    private LoopbackCatalog rest;
    private Events events;

    @BeforeEach
    void a_table_on_s3_behind_a_rest_catalog() throws IOException {
        service = S3Emulator.forSessions("lake");
        proxy = FaultyProxy.before(service.address());
        lake = new S3Lake(service, folder, "s3://lake/warehouse", 3);
        events = lake.events();
        rest = new LoopbackCatalog(lake.catalog(), TOKEN);
    }

    @AfterEach
    void close() throws IOException {
        rest.close();
        lake.close();
        proxy.close();
        service.close();
    }

    /** The owner has no keys at all. */
    private IcebergFormat format() {
        return IcebergPass.format(new CatalogSettings(
                "lakehouse",
                CatalogKind.REST,
                Optional.of(rest.uri()),
                Optional.empty(),
                Optional.of(S3Lake.secret(TOKEN)),
                Map.of()));
    }

    private LoadTableResponse.Builder told(LoadTableResponse table) {
        return LoadTableResponse.builder()
                .withTableMetadata(table.tableMetadata())
                .addAllConfig(table.config())
                .addConfig("s3.endpoint", proxy.address().toString())
                .addConfig("s3.path-style-access", "true")
                .addConfig("client.region", "eu-central-1");
    }

    private SigningDesk signingDesk() {
        SigningDesk desk = new SigningDesk(S3Emulator.ACCESS_KEY, S3Emulator.SECRET_KEY);
        rest.answering("/sign", desk)
                .giving(table -> told(table)
                        .addConfig("s3.remote-signing-enabled", "true")
                        .build());
        return desk;
    }

    @Test
    void a_table_is_compacted_by_requests_that_its_catalog_signs() {
        SigningDesk desk = signingDesk();
        List<String> rows = events.rows();
        IcebergFormat format = format();

        Change change = IcebergPass.compact(format, TABLE);

        assertThat(change.removed()).hasSize(6);
        assertThat(events.rows()).isEqualTo(rows);
        Leftovers left = format.leftovers(format.inspect(TABLE), A_WEEK);
        assertThat(left.areAssessed()).isTrue();
        assertThat(left.unreferenced()).isZero();
        assertThat(desk.seen()).hasSameSizeAs(proxy.requests());
        assertThat(desk.seen()).anyMatch(SigningDesk::isListing);
    }

    @Test
    void an_older_catalog_names_its_signer_by_the_older_names() {
        SigningDesk desk = new SigningDesk(S3Emulator.ACCESS_KEY, S3Emulator.SECRET_KEY);
        rest.answering("v1/aws/s3/sign", desk)
                .giving(table -> told(table)
                        .addConfig("s3.remote-signing-enabled", "true")
                        .addConfig("s3.signer.uri", rest.uri())
                        .addConfig("s3.signer.endpoint", "v1/aws/s3/sign")
                        .build());

        assertThat(format().inspect(TABLE).files()).hasSize(6);
        assertThat(desk.seen()).isNotEmpty();
    }

    @Test
    void a_deletion_of_many_shows_the_catalog_their_names() {
        SigningDesk desk = signingDesk();
        Store files = format().load(TABLE).files();
        Location first = Location.parse("s3://lake/warehouse/first");
        Location second = Location.parse("s3://lake/warehouse/second");
        files.replace(first, "1".getBytes(StandardCharsets.UTF_8));
        files.replace(second, "2".getBytes(StandardCharsets.UTF_8));

        assertThat(files.delete(List.of(first, second)))
                .extracting(DeleteOutcome::kind)
                .containsOnly(DeleteOutcome.Kind.DELETED);
        assertThat(desk.seen())
                .filteredOn(SigningDesk::isDeletion)
                .singleElement()
                .satisfies(request ->
                        assertThat(request.path("body").asText()).contains("warehouse/first", "warehouse/second"));
        assertThat(lake.stores().find(first)).isEmpty();
    }

    @Test
    void where_a_catalog_signs_no_listing_leftovers_are_not_assessed() {
        signingDesk().denying(SigningDesk::isListing);
        IcebergFormat format = format();

        Leftovers left = format.leftovers(format.inspect(TABLE), A_WEEK);

        assertThat(left.areAssessed()).isFalse();
        assertThat(left.unreferenced()).isNotZero();
        assertThat(left.eligible()).isEmpty();
        assertThat(left.objection().orElseThrow())
                .contains("cannot be listed")
                .contains("The catalog lakehouse did not sign a request for S3", "Not for you");
    }

    @Test
    void a_catalog_that_knows_no_listing_has_its_tables_compacted_all_the_same() {
        signingDesk().denying(SigningDesk::isListing).puzzled();
        List<String> rows = events.rows();
        IcebergFormat format = format();

        Change change = IcebergPass.compact(format, TABLE);

        assertThat(change.removed()).hasSize(6);
        assertThat(events.rows()).isEqualTo(rows);
        Leftovers left = format.leftovers(format.inspect(TABLE), A_WEEK);
        assertThat(left.areAssessed()).isFalse();
        assertThat(left.objection().orElseThrow()).contains("cannot be listed", "Invalid S3 URI");
    }

    @Test
    void where_a_catalog_signs_no_deletion_each_file_is_told_as_not_deleted() {
        signingDesk().denying(SigningDesk::isDeletion);
        Store files = format().load(TABLE).files();
        Location file = Location.parse("s3://lake/warehouse/first");
        files.replace(file, "1".getBytes(StandardCharsets.UTF_8));

        assertThat(files.delete(List.of(file))).singleElement().satisfies(outcome -> {
            assertThat(outcome.kind()).isEqualTo(DeleteOutcome.Kind.FAILED);
            assertThat(outcome.reason()).contains("Not for you");
        });
        assertThat(lake.stores().find(file)).isPresent();
    }

    @Test
    void a_signature_for_reading_is_used_again_where_the_catalog_allows_it() {
        SigningDesk desk = signingDesk().allowingToKeep();
        List<String> rows = events.rows();

        IcebergPass.compact(format(), TABLE);

        assertThat(events.rows()).isEqualTo(rows);
        assertThat(desk.seen("GET"))
                .isLessThan(proxy.requests().stream()
                        .filter(request -> request.method().equals("GET"))
                        .count());
        assertThat(desk.seen("PUT")).isEqualTo(proxy.count("PutObject"));
    }

    @Test
    void a_signature_for_another_request_is_not_used() {
        signingDesk().signing(uri -> uri.replace("/lake/", "/lake/other/"));

        assertThatThrownBy(() -> format().inspect(TABLE).files().count())
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("What was signed is another request than the one that was shown");
        assertThat(proxy.count()).isZero();
    }

    /** Keys whose session has ended are refused, as S3 does it. */
    private KeyDesk keyDesk(Duration life) {
        KeyDesk desk = new KeyDesk(life);
        proxy.planning(request ->
                desk.holds(request.header("x-amz-security-token")) ? Mishap.NONE : Mishap.answer(400, "ExpiredToken"));
        return desk;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keys_that_live_for_seconds_are_renewed_while_a_table_is_compacted(boolean byEndpoint) {
        KeyDesk desk = keyDesk(Duration.ofSeconds(4));
        String prefix = "s3://lake/warehouse/analytics/events";
        rest.answering("/credentials", asked -> credentials(prefix, desk.lend()))
                .giving(table -> {
                    LoadTableResponse.Builder more = told(table)
                            .addCredential(ImmutableCredential.builder()
                                    .prefix(prefix)
                                    .config(desk.lend())
                                    .build());
                    if (byEndpoint) {
                        more.addConfig(
                                "client.refresh-credentials-endpoint",
                                "v1/namespaces/analytics/tables/events/credentials");
                    }
                    return more.build();
                });
        List<String> rows = events.rows();
        IcebergFormat format = format();
        MaintenancePlan plan = IcebergPass.plan(format, TABLE);

        StepOutcome outcome = IcebergPass.compact(format, plan, file -> awaitEnd(desk));

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"400, ExpiredToken", "403, ExpiredToken", "400, TokenRefreshRequired", "400, ''"})
    void keys_that_the_service_calls_ended_before_their_end_are_renewed_once_and_used(int status, String code) {
        KeyDesk desk = new KeyDesk(Duration.ofHours(1));
        AtomicInteger renewals = lending(desk, status, code);
        List<String> rows = events.rows();
        IcebergFormat format = format();
        MaintenancePlan plan = IcebergPass.plan(format, TABLE);
        AtomicBoolean first = new AtomicBoolean(true);

        StepOutcome outcome = IcebergPass.compact(format, plan, file -> {
            if (first.getAndSet(false)) {
                desk.revoke();
            }
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files()).hasSize(2);
        assertThat(renewals).hasValue(1);
    }

    @Test
    void keys_that_have_ended_also_when_they_are_new_are_told_by_their_catalog() {
        KeyDesk desk = new KeyDesk(Duration.ofHours(1));
        AtomicInteger renewals = lending(desk, 400, "ExpiredToken");
        IcebergState state = format().newest(TABLE);
        proxy.planning(request -> Mishap.answer(400, "ExpiredToken"));

        assertThatThrownBy(() -> state.files().count())
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("The keys of the catalog lakehouse have expired before it said they would.");
        assertThat(renewals).hasValue(1);
    }

    /** Keys that the service refuses in some words once they do not hold; gives how often they were renewed. */
    private AtomicInteger lending(KeyDesk desk, int status, String code) {
        String prefix = "s3://lake/warehouse/analytics/events";
        proxy.planning(request ->
                desk.holds(request.header("x-amz-security-token")) ? Mishap.NONE : Mishap.answer(status, code));
        AtomicInteger renewals = new AtomicInteger();
        rest.answering("/credentials", asked -> {
                    renewals.incrementAndGet();
                    return credentials(prefix, desk.lend());
                })
                .giving(table -> told(table)
                        .addCredential(ImmutableCredential.builder()
                                .prefix(prefix)
                                .config(desk.lend())
                                .build())
                        .addConfig(
                                "client.refresh-credentials-endpoint",
                                "v1/namespaces/analytics/tables/events/credentials")
                        .build());
        return renewals;
    }

    private static Answer credentials(String prefix, Map<String, String> keys) {
        StringBuilder json = new StringBuilder();
        keys.forEach(
                (name, value) -> json.append(json.isEmpty() ? "" : ",").append("\"%s\":\"%s\"".formatted(name, value)));
        return new Answer(
                200,
                "{\"storage-credentials\":[{\"prefix\":\"%s\",\"config\":{%s}}]}".formatted(prefix, json),
                Map.of());
    }

    /** Whatever has been lent so far holds no longer. */
    private static void awaitEnd(KeyDesk desk) {
        Instant begin = Instant.now();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!desk.haveEndedSince(begin)) {
            assertThat(System.nanoTime()).as("keys lent: " + desk.lent()).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    @Test
    void of_several_credentials_those_with_the_longest_prefix_count() {
        KeyDesk right = keyDesk(Duration.ofMinutes(10));
        KeyDesk wrong = new KeyDesk(Duration.ofMinutes(10));
        rest.giving(table -> told(table)
                .addAllConfig(wrong.lend())
                .addCredential(ImmutableCredential.builder()
                        .prefix("s3://lake/warehouse")
                        .config(wrong.lend())
                        .build())
                .addCredential(ImmutableCredential.builder()
                        .prefix("s3://lake/warehouse/analytics/")
                        .config(right.lend())
                        .build())
                .build());

        assertThat(format().inspect(TABLE).files()).hasSize(6);
    }

    @Test
    void keys_that_end_and_are_not_renewed_are_told_by_their_catalog() {
        KeyDesk desk = keyDesk(Duration.ofSeconds(1));
        rest.answering(
                        "/credentials",
                        asked -> new Answer(
                                403,
                                "{\"error\":{\"message\":\"No more keys\",\"type\":\"ForbiddenException\",\"code\":403}}",
                                Map.of()))
                .giving(table -> told(table)
                        .addAllConfig(desk.lend())
                        .addConfig(
                                "client.refresh-credentials-endpoint",
                                "/v1/namespaces/analytics/tables/events/credentials")
                        .build());
        IcebergState state = format().newest(TABLE);
        awaitEnd(desk);

        assertThatThrownBy(() -> state.files().count())
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("The catalog lakehouse did not renew its keys", "No more keys");
    }
}
