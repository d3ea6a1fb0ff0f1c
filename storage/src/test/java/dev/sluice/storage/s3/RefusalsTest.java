/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.Mishap;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service refuses is told with its place, the service's own words and what mends it. */
class RefusalsTest {

    private static final Location TABLE = Location.parse("s3://lake/orders");
    private static final Location FILE = TABLE.resolve("part.parquet");

    private final FaultyProxy service = FaultyProxy.before(URI.create("http://127.0.0.1:1"));
    private final S3Store store = new S3Store(S3Storage.at(Location.parse("s3://lake"), Emulated.keys())
            .on(service.address())
            .inRegion(Optional.of("eu-central-1"))
            .within(Emulated.IMPATIENT));

    @AfterEach
    void close() {
        store.close();
        service.close();
    }

    @Test
    void names_the_permission_that_is_missing() {
        answers(403, "AccessDenied", "You shall not pass.");

        refused(() -> store.list(TABLE).close(), TABLE, "Could not list it.", "s3:ListBucket", "(request R9)");
        refused(() -> store.open(FILE).close(), FILE, "Could not read it.", "s3:GetObject", "403 AccessDenied");
        refused(
                () -> store.find(FILE),
                FILE,
                "Could not look at it.",
                "s3:GetObject",
                "You shall not pass (request R9).");
        refused(() -> store.putIfAbsent(FILE, new byte[1]), FILE, "Could not write it.", "s3:PutObject");
        assertThat(store.delete(java.util.List.of(FILE)).get(0).reason()).contains("s3:DeleteObject");
    }

    @Test
    void tells_the_two_times_when_the_clocks_differ() {
        service.planning(request -> Mishap.say(
                403,
                error(
                        "RequestTimeTooSkewed",
                        "The difference between the request time and the current time is too large."),
                "Date: Sun, 29 Nov 2026 08:00:00 GMT"));

        refused(
                () -> store.find(FILE),
                FILE,
                "403 RequestTimeTooSkewed",
                "This machine's clock and the service's differ too much: here it is 20",
                "there 2026-11-29T08:00:00Z. Set this machine's clock;");
    }

    @Test
    void names_the_region_that_a_bucket_is_in() {
        service.planning(
                request -> Mishap.say(301, error("PermanentRedirect", "Moved"), "x-amz-bucket-region: eu-west-1"));
        refused(
                () -> store.find(FILE),
                FILE,
                "The bucket \"lake\" is in the region eu-west-1, and eu-central-1 was asked: set `region: eu-west-1` for"
                        + " s3://lake/.");

        answers(400, "AuthorizationHeaderMalformed", "the region 'eu-central-1' is wrong; expecting 'eu-west-3'");
        refused(() -> store.list(TABLE).close(), TABLE, "set `region: eu-west-3` for s3://lake/.");

        answers(301, "PermanentRedirect", "Moved");
        refused(() -> store.list(TABLE).close(), TABLE, "is in another region than eu-central-1");
    }

    @Test
    void tells_wrong_keys_from_expired_ones_and_shows_neither() {
        answers(403, "InvalidAccessKeyId", "The key AKIAIOSFODNN7EXAMPLE is unknown; token=hush");
        refused(
                () -> store.find(FILE),
                FILE,
                "The key *** is unknown; token=***",
                "The credentials configured for s3://lake/ are not the service's; check access-key");

        answers(400, "ExpiredToken", "The provided token has expired.");
        refused(() -> store.find(FILE), FILE, "The credentials configured for s3://lake/ have expired");
    }

    @Test
    void tells_a_missing_bucket_from_a_missing_file() {
        answers(404, "NoSuchBucket", "The specified bucket does not exist.");
        refused(() -> store.list(TABLE).close(), TABLE, "There is no bucket \"lake\" there.");
        refused(() -> store.open(FILE).close(), FILE, "There is no bucket \"lake\" there.");

        answers(404, "NoSuchKey", "The specified key does not exist.");
        refused(() -> store.open(FILE).close(), FILE, "Could not open it. It does not exist.");
        assertThat(store.find(FILE)).isEmpty();
    }

    @Test
    void says_that_a_file_is_archived() {
        answers(403, "InvalidObjectState", "The operation is not valid for the object's storage class");

        refused(() -> store.open(FILE).close(), FILE, "It is archived; restore it before its table is maintained");
    }

    @Test
    void says_what_a_service_cannot_do() {
        answers(501, "NotImplemented", "A header you provided implies functionality that is not implemented.");

        refused(
                () -> store.putIfAbsent(FILE, new byte[1]),
                FILE,
                "501 NotImplemented",
                "The service at " + service.address() + " cannot do this.");
    }

    @Test
    void tells_that_something_else_answers() {
        service.planning(request -> Mishap.page());
        refused(() -> store.find(FILE), FILE, "what answered does not speak as S3 does");

        service.planning(request -> Mishap.garbage());
        refused(() -> store.list(TABLE).close(), TABLE, "No answer came from " + service.address());
    }

    @Test
    void tells_that_there_is_no_such_host() {
        try (S3Store nowhere = new S3Store(S3Storage.at(Location.parse("s3://lake"), Emulated.keys())
                .on(URI.create("http://no-such-host.invalid:9000"))
                .within(Emulated.IMPATIENT))) {
            refused(
                    () -> nowhere.find(FILE),
                    FILE,
                    "There is no host \"no-such-host.invalid",
                    "check `endpoint` and `region` of s3://lake/.");
        }
    }

    @Test
    void names_the_file_of_certificates_that_cannot_be_read(@TempDir Path folder) throws Exception {
        Path none = Files.writeString(folder.resolve("ca.pem"), "");
        for (Path file : new Path[] {folder.resolve("absent.pem"), none}) {
            S3Storage storage = trusting(file);
            assertThatThrownBy(() -> new S3Store(storage).close())
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                    .hasMessageStartingWith("ca-file: " + file + " cannot be read: it ");
        }
    }

    static S3Storage trusting(Path file) {
        S3Storage plain = S3Storage.at(Location.parse("s3://lake"), Emulated.keys());
        return new S3Storage(
                plain.prefix(),
                plain.region(),
                plain.endpoint(),
                plain.stsEndpoint(),
                plain.pathStyle(),
                plain.credentials(),
                plain.encryption(),
                plain.storageClass(),
                plain.tags(),
                plain.proxy(),
                Optional.of(file),
                plain.limits());
    }

    private void answers(int status, String code, String message) {
        service.planning(request -> Mishap.say(status, error(code, message)));
    }

    private static String error(String code, String message) {
        return "<Error><Code>%s</Code><Message>%s</Message><RequestId>R9</RequestId></Error>".formatted(code, message);
    }

    private static void refused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call, Location place, String... said) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageStartingWith(place + ": Could not ")
                .hasMessageContainingAll(said)
                .hasMessageNotContaining(dev.sluice.emulator.S3Emulator.SECRET_KEY);
    }
}
