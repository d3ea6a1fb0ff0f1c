/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.app.config.shape.Fields;
import dev.sluice.app.config.shape.Section;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.app.config.shape.Shape;
import dev.sluice.app.config.shape.Shapes;
import dev.sluice.core.policy.preset.Reading;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.Encryption;
import dev.sluice.storage.s3.S3Limits;
import dev.sluice.storage.s3.S3Storage;
import dev.sluice.storage.s3.StorageClass;
import dev.sluice.storage.s3.WebProxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** How an {@link S3Storage} is read. */
final class StorageShape {

    private static final Setting<String> PREFIX = Setting.of(
                    "prefix", Shapes.address(), "What it speaks of: all that lies there and below")
            .isRequired();
    private static final Setting<String> REGION = Setting.of("region", Shapes.text(), "The bucket's region");
    private static final Setting<String> ENDPOINT =
            Setting.of("endpoint", Shapes.address(), "The service's address where it is not AWS");
    private static final Setting<String> STS_ENDPOINT = Setting.of(
            "sts-endpoint", Shapes.address(), "The address that hands out a role's keys where it is not AWS's own");
    private static final Setting<Boolean> PATH_STYLE = Setting.of(
                    "path-style", Shapes.yesOrNo(), "Whether the bucket stands in the path of requests")
            .byDefault(false);
    private static final Setting<Credentials> CREDENTIALS = Setting.of(
                    "credentials", CredentialsShape.SHAPE, "What it is asked with")
            .isRequired();

    private static final Setting<Encryption.Kind> ENCRYPTION_TYPE = Setting.of(
                    "type", Shapes.oneOf(Encryption.Kind.class), "How the service encrypts what is written")
            .isRequired();
    private static final Setting<String> ENCRYPTION_KEY = Setting.of(
            "key", Shapes.text(), "The id, ARN or alias of a key of the key management service, with type sse-kms");
    private static final Setting<Encryption> ENCRYPTION = Setting.of(
            "encryption",
            Section.trying(
                    List.of(ENCRYPTION_TYPE, ENCRYPTION_KEY), fields -> fields.attempt(() -> encryption(fields))),
            "How the service encrypts what is written; as the bucket is set up where it is not given");

    private static final Setting<StorageClass> STORAGE_CLASS = Setting.of(
            "storage-class",
            Shapes.oneOf(StorageClass.class),
            "The class of what is written; the bucket's where it is not given");
    private static final Setting<Map<String, String>> TAGS =
            Setting.of("tags", Shapes.named(Shapes.text()), "What is put on each file that is written");

    private static final Setting<String> PROXY_ADDRESS =
            Setting.of("address", Shapes.address(), "Its scheme, host and port").isRequired();
    private static final Setting<String> PROXY_USER = Setting.of("user", Shapes.text(), "The user");
    private static final Setting<Secret> PROXY_PASSWORD =
            Setting.of("password", Shapes.secret(), "The user's password");
    private static final Setting<WebProxy> PROXY = Setting.of(
            "proxy",
            Section.trying(
                    List.of(PROXY_ADDRESS, PROXY_USER, PROXY_PASSWORD),
                    fields -> fields.attempt(() -> new WebProxy(
                            uri(fields.value(PROXY_ADDRESS)), fields.given(PROXY_USER), fields.given(PROXY_PASSWORD)))),
            "The proxy that stands between here and the service");

    private static final Setting<Path> CA_FILE =
            Setting.of("ca-file", CredentialsShape.FILE, "Certificates in PEM, trusted besides those that Java trusts");
    private static final Shape<Duration> WAIT =
            Shapes.plain("duration", Reading.durationOfAtLeast(Duration.ofSeconds(1)));
    private static final Setting<Long> CONNECTIONS = Setting.of(
                    "connections", Shapes.plain("count", Reading.count()), "Requests at a time, at most")
            .byDefault((long) S3Limits.DEFAULT.connections());
    private static final Setting<Duration> SILENCE = Setting.of(
                    "silence", WAIT, "For how long a connection may stay silent before it counts as unanswered")
            .byDefault(S3Limits.DEFAULT.silence());
    private static final Setting<Duration> PATIENCE = Setting.of(
                    "patience", WAIT, "For how long one call may take with all its repetitions")
            .byDefault(S3Limits.DEFAULT.patience());

    static final Section<S3Storage> SHAPE = Section.trying(
            List.of(
                    PREFIX,
                    REGION,
                    ENDPOINT,
                    STS_ENDPOINT,
                    PATH_STYLE,
                    CREDENTIALS,
                    ENCRYPTION,
                    STORAGE_CLASS,
                    TAGS,
                    PROXY,
                    CA_FILE,
                    CONNECTIONS,
                    SILENCE,
                    PATIENCE),
            fields -> fields.attempt(() -> storage(fields)));

    private StorageShape() {}

    private static S3Storage storage(Fields fields) {
        return new S3Storage(
                Location.parse(fields.value(PREFIX)),
                fields.given(REGION),
                fields.given(ENDPOINT).map(StorageShape::uri),
                fields.given(STS_ENDPOINT).map(StorageShape::uri),
                fields.value(PATH_STYLE),
                fields.value(CREDENTIALS),
                fields.given(ENCRYPTION).orElseGet(Encryption.BucketDefault::new),
                fields.given(STORAGE_CLASS),
                fields.given(TAGS).orElse(Map.of()),
                fields.given(PROXY),
                fields.given(CA_FILE),
                new S3Limits(
                        Math.toIntExact(Math.min(fields.value(CONNECTIONS), Integer.MAX_VALUE)),
                        fields.value(SILENCE),
                        fields.value(PATIENCE),
                        S3Limits.DEFAULT.firstWait()));
    }

    private static Encryption encryption(Fields fields) {
        Encryption.Kind kind = fields.value(ENCRYPTION_TYPE);
        if (kind != Encryption.Kind.SSE_KMS) {
            fields.refuseBeside(ENCRYPTION_KEY, ENCRYPTION_TYPE, kind.key());
        }
        return switch (kind) {
            case BUCKET_DEFAULT -> new Encryption.BucketDefault();
            case SSE_S3 -> new Encryption.ServiceKeys();
            case SSE_KMS -> new Encryption.ManagedKey(fields.given(ENCRYPTION_KEY));
        };
    }

    private static URI uri(String address) {
        return URI.create(address);
    }
}
