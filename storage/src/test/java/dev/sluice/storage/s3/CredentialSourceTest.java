/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.Mishap;
import dev.sluice.emulator.SeenRequest;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose keys a request is signed with, and that those that expire are renewed while a store is in use. */
class CredentialSourceTest {

    private static final String ROLE = "arn:aws:iam::123456789012:role/lake";

    private final FaultyProxy service = FaultyProxy.before(URI.create("http://127.0.0.1:1"));
    private final FaultyProxy keys = FaultyProxy.before(URI.create("http://127.0.0.1:1"));
    private final AtomicInteger handedOut = new AtomicInteger();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        service.close();
        keys.close();
        System.clearProperty("aws.containerCredentialsFullUri");
    }

    @Test
    void a_secret_that_is_replaced_while_the_store_is_in_use_is_seen() {
        AtomicInteger reads = new AtomicInteger();
        Secret turning = new Secret("${file:/run/key}", () -> "KEY" + reads.incrementAndGet());

        assertThat(signers(
                        new Credentials.Static(turning, Emulated.secret("secret", "s"), Optional.empty()),
                        Duration.ZERO))
                .containsExactly("KEY1", "KEY2", "KEY3");
    }

    @Test
    void a_session_token_goes_along() {
        signers(
                new Credentials.Static(
                        Emulated.secret("access", "ASIAX"),
                        Emulated.secret("secret", "s"),
                        Optional.of(Emulated.secret("token", "the-token"))),
                Duration.ZERO);

        assertThat(service.requests())
                .allSatisfy(request ->
                        assertThat(request.header("x-amz-security-token")).isEqualTo("the-token"));
    }

    @Test
    void keys_of_a_role_are_renewed_before_they_expire() {
        Credentials role =
                new Credentials.AssumeRole(ROLE, Optional.of("partner-7"), Optional.of("nightly"), Emulated.keys());

        assertThat(signers(role, Duration.ofSeconds(30))).containsExactly("ROLE1", "ROLE2", "ROLE3");
        assertThat(keys.requests())
                .allSatisfy(request -> assertThat(request.header("Authorization"))
                        .contains(dev.sluice.emulator.S3Emulator.ACCESS_KEY));
    }

    @Test
    void keys_of_a_role_that_live_long_enough_are_asked_for_once() {
        Credentials role = new Credentials.AssumeRole(ROLE, Optional.empty(), Optional.empty(), Emulated.keys());

        assertThat(signers(role, Duration.ofHours(1))).containsExactly("ROLE1", "ROLE1", "ROLE1");
    }

    @Test
    void a_role_may_be_taken_on_by_way_of_another() {
        Credentials first = new Credentials.AssumeRole(ROLE, Optional.empty(), Optional.empty(), Emulated.keys());
        Credentials second = new Credentials.AssumeRole(ROLE, Optional.empty(), Optional.empty(), first);

        assertThat(signers(second, Duration.ofHours(1))).containsOnly("ROLE2");
        assertThat(keys.requests().get(1).header("Authorization")).contains("Credential=ROLE1/");
    }

    @Test
    void a_role_that_is_denied_is_told_as_what_it_is() {
        Credentials role = new Credentials.AssumeRole(ROLE, Optional.empty(), Optional.empty(), Emulated.keys());
        keys.planning(request -> Mishap.say(
                403,
                "<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not for you</Message></Error>"
                        + "<RequestId>R1</RequestId></ErrorResponse>"));
        try (S3Store store = store(role)) {
            assertThatThrownBy(() -> store.find(Location.parse("s3://lake/a")))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                    .hasMessageContaining("The keys for s3://lake/ could not be had.")
                    .hasMessageContaining("403 AccessDenied: Not for you (request R1)");
        }
        assertThat(service.count()).isZero();
    }

    @Test
    void who_could_not_have_the_keys_has_surely_written_nothing() {
        Credentials role = new Credentials.AssumeRole(ROLE, Optional.empty(), Optional.empty(), Emulated.keys());
        keys.planning(request -> Mishap.answer(500, "InternalFailure"));
        try (S3Store store = store(role)) {
            assertThatThrownBy(() -> store.putIfAbsent(Location.parse("s3://lake/a"), new byte[1]))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                    .hasMessageContaining("The keys for s3://lake/ could not be had.");
        }
        assertThat(service.count()).isZero();
    }

    @Test
    void a_platforms_token_is_exchanged_for_a_roles_keys() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "jwt");
        Credentials identity = new Credentials.WebIdentity(Optional.of(ROLE), Optional.of(token), Optional.empty());

        assertThat(signers(identity, Duration.ofSeconds(30))).containsExactly("ROLE1", "ROLE2", "ROLE3");
        assertThat(keys.requests())
                .allSatisfy(
                        request -> assertThat(request.header("Authorization")).isEmpty());
    }

    @Test
    void who_names_neither_role_nor_token_is_told_where_to() {
        Credentials identity = new Credentials.WebIdentity(Optional.empty(), Optional.empty(), Optional.empty());

        assertThatThrownBy(() -> store(identity).close())
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                .hasMessageStartingWith("credentials.arn: No role is named, here or by the variable AWS_ROLE_ARN.");
    }

    @Test
    void a_containers_keys_are_renewed_before_they_expire() {
        System.setProperty("aws.containerCredentialsFullUri", keys.address() + "/keys");
        keys.planning(request -> Mishap.say(
                200,
                "{\"AccessKeyId\":\"CONTAINER%d\",\"SecretAccessKey\":\"s\",\"Token\":\"t\",\"Expiration\":\"%s\"}"
                        .formatted(handedOut.incrementAndGet(), in(Duration.ofSeconds(1)))));

        List<String> signers = signers(new Credentials.Container());

        assertThat(signers).first().isEqualTo("CONTAINER1");
        assertThat(signers).last().isNotEqualTo("CONTAINER1");
    }

    @Test
    void a_profile_is_read_from_the_file_that_is_named() throws Exception {
        Path file = Files.writeString(folder.resolve("config"), """
                [profile lake]
                aws_access_key_id = PROFILEKEY
                aws_secret_access_key = s
                """);

        assertThat(signers(new Credentials.Profile("lake", Optional.of(file)), Duration.ZERO))
                .containsOnly("PROFILEKEY");
        try (S3Store store = store(new Credentials.Profile("lakes", Optional.of(file)))) {
            assertThatThrownBy(() -> store.find(Location.parse("s3://lake/a")))
                    .isInstanceOf(GateException.class)
                    .hasMessageContaining("Nothing was sent:")
                    .hasMessageContaining("lakes");
        }
    }

    @Test
    void a_secret_that_cannot_be_read_is_told_by_its_reference() {
        Secret missing = new Secret("${env:NO_KEY}", () -> {
            throw new GateException(Fault.CONFIG_INVALID, "${env:NO_KEY}", "The variable is not set.");
        });
        try (S3Store store = store(new Credentials.Static(missing, missing, Optional.empty()))) {
            assertThatThrownBy(() -> store.find(Location.parse("s3://lake/a")))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                    .hasMessageStartingWith("${env:NO_KEY}: The variable is not set.");
        }
    }

    @Test
    void nobody_signs_an_anonymous_request() {
        service.planning(request -> Mishap.say(404, ""));
        try (S3Store store = store(new Credentials.Anonymous())) {
            assertThat(store.find(Location.parse("s3://lake/a"))).isEmpty();
        }
        assertThat(service.requests())
                .singleElement()
                .satisfies(
                        request -> assertThat(request.header("Authorization")).isEmpty());
    }

    @Test
    void goes_through_the_proxy_that_is_named() {
        S3Storage plain = S3Storage.at(Location.parse("s3://lake"), Emulated.keys())
                .on(URI.create("http://s3.far-away.invalid"))
                .within(Emulated.IMPATIENT);
        WebProxy proxy = new WebProxy(service.address(), Optional.empty(), Optional.empty());
        service.planning(request -> Mishap.say(404, ""));
        try (S3Store store = new S3Store(new S3Storage(
                plain.prefix(),
                plain.region(),
                plain.endpoint(),
                plain.stsEndpoint(),
                plain.pathStyle(),
                plain.credentials(),
                plain.encryption(),
                plain.storageClass(),
                plain.tags(),
                Optional.of(proxy),
                plain.caFile(),
                plain.limits()))) {
            assertThat(store.find(Location.parse("s3://lake/a"))).isEmpty();
        }
        assertThat(service.requests())
                .extracting(SeenRequest::target)
                .containsExactly("http://s3.far-away.invalid/lake/a");
    }

    /** Who signed three requests, when the keys of roles live so long. */
    private List<String> signers(Credentials credentials, Duration life) {
        keys.planning(request -> Mishap.say(200, role(request, "ROLE" + handedOut.incrementAndGet(), in(life))));
        return signers(credentials);
    }

    private List<String> signers(Credentials credentials) {
        service.planning(request -> Mishap.say(404, ""));
        try (S3Store store = store(credentials)) {
            for (int i = 0; i < 3; i++) {
                assertThat(store.find(Location.parse("s3://lake/a"))).isEmpty();
            }
        }
        return service.requests().stream()
                .map(request -> request.header("Authorization").replaceAll(".*Credential=([^/]+)/.*", "$1"))
                .toList();
    }

    private S3Store store(Credentials credentials) {
        S3Storage plain = S3Storage.at(Location.parse("s3://lake"), credentials)
                .on(service.address())
                .within(Emulated.IMPATIENT);
        return new S3Store(new S3Storage(
                plain.prefix(),
                plain.region(),
                plain.endpoint(),
                Optional.of(keys.address()),
                plain.pathStyle(),
                plain.credentials(),
                plain.encryption(),
                plain.storageClass(),
                plain.tags(),
                plain.proxy(),
                plain.caFile(),
                plain.limits()));
    }

    private static String role(SeenRequest request, String accessKey, String expiration) {
        String action = request.header("Authorization").isEmpty() ? "AssumeRoleWithWebIdentity" : "AssumeRole";
        return "<%1$sResponse><%1$sResult><Credentials><AccessKeyId>%2$s</AccessKeyId>".formatted(action, accessKey)
                + "<SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>%s</Expiration>"
                        .formatted(expiration)
                + "</Credentials></%1$sResult></%1$sResponse>".formatted(action);
    }

    private static String in(Duration life) {
        return Instant.now().plus(life).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
