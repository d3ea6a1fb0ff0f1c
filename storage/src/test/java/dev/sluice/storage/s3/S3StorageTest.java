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
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class S3StorageTest {

    private static final S3Storage LAKE = S3Storage.at(Location.parse("s3://lake"), new Credentials.Anonymous());
    private static final Map<String, String> KEYS =
            Map.of("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY", "hush");

    @Test
    void leaves_to_the_bucket_what_its_owner_does_not_set() {
        assertThat(LAKE.region()).isEmpty();
        assertThat(LAKE.endpoint()).isEmpty();
        assertThat(LAKE.pathStyle()).isFalse();
        assertThat(LAKE.encryption()).isEqualTo(new Encryption.BucketDefault());
        assertThat(LAKE.storageClass()).isEmpty();
        assertThat(LAKE.tags()).isEmpty();
        assertThat(LAKE.proxy()).isEmpty();
        assertThat(LAKE.caFile()).isEmpty();
        assertThat(LAKE.limits())
                .isEqualTo(new S3Limits(64, Duration.ofSeconds(30), Duration.ofSeconds(90), Duration.ofMillis(100)));
    }

    @Test
    void holds_what_lies_at_its_prefix_or_below_by_whole_segments() {
        S3Storage orders = S3Storage.at(Location.parse("s3a://lake/orders/"), new Credentials.Anonymous());

        assertThat(orders.prefix()).isEqualTo(Location.parse("s3://lake/orders"));
        assertThat(orders.holds(Location.parse("s3://lake/orders"))).isTrue();
        assertThat(orders.holds(Location.parse("s3://lake/orders/part"))).isTrue();
        assertThat(orders.holds(Location.parse("s3://lake/orders2/part"))).isFalse();
        assertThat(LAKE.holds(Location.parse("s3://lake2/part"))).isFalse();
        assertThat(LAKE.holds(Location.local("/lake"))).isFalse();
        assertThat(S3Storage.at(Location.parse("s3://"), new Credentials.Anonymous())
                        .holds(Location.parse("s3://any/thing")))
                .isTrue();
    }

    @Test
    void knows_amazon_by_its_addresses() {
        assertThat(LAKE.isAws()).isTrue();
        assertThat(LAKE.on(URI.create("https://s3.eu-central-1.amazonaws.com")).isAws())
                .isTrue();
        assertThat(LAKE.on(URI.create("https://s3.cn-north-1.amazonaws.com.cn")).isAws())
                .isTrue();
        assertThat(LAKE.on(URI.create("https://amazonaws.com.example")).isAws()).isFalse();
    }

    @Test
    void takes_the_usual_variables_for_every_bucket() {
        Map<String, String> environment = new TreeMap<>(KEYS);
        environment.put("AWS_SESSION_TOKEN", "token");
        environment.put("AWS_DEFAULT_REGION", "eu-west-1");
        environment.put("AWS_ENDPOINT_URL", "http://127.0.0.1:9000");

        S3Storage everywhere = S3Storage.ofEnvironment(environment).orElseThrow();

        assertThat(everywhere.holds(Location.parse("s3://any/thing"))).isTrue();
        assertThat(everywhere.region()).contains("eu-west-1");
        assertThat(everywhere.endpoint()).contains(URI.create("http://127.0.0.1:9000"));
        assertThat(everywhere.pathStyle()).isTrue();
        assertThat(everywhere.toString())
                .contains("${env:AWS_ACCESS_KEY_ID}", "${env:AWS_SECRET_ACCESS_KEY}", "${env:AWS_SESSION_TOKEN}")
                .doesNotContain("hush", "AKIDEXAMPLE", "token]");
        environment.put("AWS_REGION", "eu-central-1");
        environment.put("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9001");
        assertThat(S3Storage.ofEnvironment(environment))
                .hasValueSatisfying(storage -> assertThat(storage.region()).contains("eu-central-1"))
                .hasValueSatisfying(
                        storage -> assertThat(storage.endpoint()).contains(URI.create("http://127.0.0.1:9001")));
    }

    @Test
    void takes_nothing_from_an_environment_without_both_keys() {
        assertThat(S3Storage.ofEnvironment(Map.of("AWS_PROFILE", "lake", "AWS_REGION", "eu-west-1")))
                .isEmpty();
        assertThat(S3Storage.ofEnvironment(Map.of("AWS_ACCESS_KEY_ID", "a", "AWS_SECRET_ACCESS_KEY", " ")))
                .isEmpty();
    }

    static Stream<Arguments> mistakes() {
        Secret password = new Secret("${env:PASSWORD}", () -> "hush");
        return Stream.of(
                mistake(() -> S3Storage.at(Location.local("/lake"), LAKE.credentials()), "prefix: \"/lake\" is no S3"),
                mistake(
                        () -> S3Storage.at(new Location("s3", "", "/orders"), LAKE.credentials()),
                        "prefix: \"s3:///orders\" names no bucket."),
                mistake(() -> LAKE.inRegion(Optional.of("eu central")), "region: \"eu central\" is no region"),
                mistake(() -> LAKE.on(URI.create("s3.internal")), "endpoint: \"s3.internal\" is no address"),
                mistake(() -> LAKE.on(URI.create("ftp://s3.internal")), "endpoint: \"ftp://s3.internal\" is no"),
                mistake(() -> LAKE.on(URI.create("https://me:hush@s3.internal")), "endpoint: It holds a user"),
                mistake(() -> LAKE.on(URI.create("https://s3.internal?x=1")), "has a query"),
                mistake(
                        () -> new WebProxy(URI.create("http://proxy"), Optional.empty(), Optional.empty()),
                        "proxy.address: \"http://proxy\" has no port."),
                mistake(
                        () -> new WebProxy(URI.create("http://proxy:3128"), Optional.empty(), Optional.of(password)),
                        "proxy: A proxy takes a user and a password, or neither."),
                mistake(
                        () -> new Credentials.AssumeRole(
                                "lake", Optional.empty(), Optional.empty(), new Credentials.DefaultChain()),
                        "credentials.arn: \"lake\" is no role"),
                mistake(
                        () -> new Credentials.AssumeRole(
                                "arn:aws:iam::123456789012:role/lake",
                                Optional.empty(),
                                Optional.empty(),
                                new Credentials.Anonymous()),
                        "credentials.source: Nobody can take on a role anonymously."),
                mistake(() -> new Credentials.Profile(" ", Optional.empty()), "credentials.profile: It is empty."),
                mistake(() -> new Encryption.ManagedKey(Optional.of("")), "encryption.key: It is empty."),
                mistake(
                        () -> new S3Limits(0, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1)),
                        "connections: 0 is not between 1 and 1000."),
                mistake(
                        () -> new S3Limits(1, Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1)),
                        "silence: PT0S is no time to wait."),
                mistake(() -> tagged(Map.of("", "x")), "The tag \"\" does not fit"),
                mistake(
                        () -> tagged(Stream.iterate(0, i -> i + 1)
                                .limit(11)
                                .collect(java.util.stream.Collectors.toMap(i -> "t" + i, i -> "x"))),
                        "tags: 11 tags are given; S3 takes 10."));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void refuses_a_mistake_by_the_key_it_is_in(ThrowingCallable mistake, String said) {
        assertThatThrownBy(mistake)
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                .hasMessageContaining(said)
                .hasMessageNotContaining("hush");
    }

    @Test
    void refuses_a_directory_bucket_by_name() {
        assertThatThrownBy(() ->
                        S3Storage.at(Location.parse("s3://lake--euc1-az1--x-s3/orders"), new Credentials.Anonymous()))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining("S3 Express One Zone");
    }

    private static S3Storage tagged(Map<String, String> tags) {
        return new S3Storage(
                LAKE.prefix(),
                LAKE.region(),
                LAKE.endpoint(),
                LAKE.stsEndpoint(),
                LAKE.pathStyle(),
                LAKE.credentials(),
                LAKE.encryption(),
                LAKE.storageClass(),
                tags,
                LAKE.proxy(),
                LAKE.caFile(),
                LAKE.limits());
    }

    private static Arguments mistake(ThrowingCallable mistake, String said) {
        return Arguments.of(mistake, said);
    }
}
