/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.Mishap;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.emulator.SeenRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an S3 service tells of itself. */
class S3AccessTest {

    private static final Location PLACE = Location.parse("s3://lake/orders");

    private S3Emulator emulator;
    private FaultyProxy proxy;
    private S3Store store;

    @BeforeEach
    void start() {
        emulator = S3Emulator.inMemory(Emulated.BUCKET);
        proxy = FaultyProxy.before(emulator.address());
        store = Emulated.store(proxy.address());
    }

    @AfterEach
    void stop() {
        store.close();
        proxy.close();
        emulator.close();
    }

    @Test
    void tells_its_settings_by_reference_and_its_time_and_writes_nothing() {
        Access access = store.access(PLACE);

        assertThat(access.settings())
                .contains(
                        new Access.Setting("endpoint", proxy.address().toString()),
                        new Access.Setting("credentials", "static, ${test:access}"));
        assertThat(access.toString()).doesNotContain(S3Emulator.ACCESS_KEY, S3Emulator.SECRET_KEY);
        assertThat(access.storeTime())
                .hasValueSatisfying(time ->
                        assertThat(Duration.between(time, Instant.now()).abs()).isLessThan(Duration.ofMinutes(1)));
        assertThat(access.mayWrite()).isEmpty();
        assertThat(proxy.requests()).allMatch(request -> request.method().equals("GET"));
    }

    @Test
    void tells_whether_the_bucket_keeps_what_is_deleted() {
        String xml =
                "<VersioningConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">%s</VersioningConfiguration>";

        answers(Mishap.say(200, xml.formatted("<Status>Enabled</Status>"), "Content-Type: application/xml"));
        assertThat(store.access(PLACE).versioning()).isEqualTo(Access.Versioning.VERSIONED);
        answers(Mishap.say(200, xml.formatted("<Status>Suspended</Status>"), "Content-Type: application/xml"));
        assertThat(store.access(PLACE).versioning()).isEqualTo(Access.Versioning.VERSIONED);
        answers(Mishap.say(200, xml.formatted(""), "Content-Type: application/xml"));
        assertThat(store.access(PLACE).versioning()).isEqualTo(Access.Versioning.UNVERSIONED);
        answers(Mishap.answer(403, "AccessDenied"));
        assertThat(store.access(PLACE).versioning()).isEqualTo(Access.Versioning.UNKNOWN);
    }

    private void answers(Mishap toVersioning) {
        proxy.planning(request -> isVersioning(request) ? toVersioning : Mishap.NONE);
    }

    private static boolean isVersioning(SeenRequest request) {
        return request.method().equals("GET") && request.target().contains("?versioning");
    }

    @Test
    void says_which_permission_is_missing_where_it_may_not_even_list() {
        proxy.planning(request -> Mishap.answer(403, "AccessDenied"));

        assertThatThrownBy(() -> store.access(PLACE)).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.fault()).isEqualTo(Fault.STORAGE);
            assertThat(e.reason()).contains("s3:ListBucket");
        });
    }

    @Test
    void nobody_vouches_for_a_service_but_amazons_own() {
        assertThat(store.unproven(PLACE)).contains(new Bucket(proxy.address().toString(), "lake"));
        try (S3Store aws = new S3Store(
                S3Storage.at(Location.parse("s3://lake/"), Emulated.keys()).inRegion(Optional.of("eu-central-1")))) {
            assertThat(aws.unproven(PLACE)).isEmpty();
        }
    }

    @Test
    void a_bucket_is_a_folder_and_no_file() {
        store.putIfAbsent(PLACE.resolve("a"), "a".getBytes(StandardCharsets.UTF_8));

        assertThat(store.find(Location.parse("s3://lake"))).isEmpty();
        assertThat(store.holds(Location.parse("s3://lake"))).isTrue();
    }
}
