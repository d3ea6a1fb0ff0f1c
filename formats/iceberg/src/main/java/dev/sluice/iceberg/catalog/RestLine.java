/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.secret.Secret;
import dev.sluice.storage.s3.AwsAccess;
import dev.sluice.storage.s3.AwsIdentity;
import dev.sluice.storage.s3.Credentials;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.rest.HTTPClient;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.auth.AuthManager;
import org.apache.iceberg.rest.auth.AuthManagers;
import org.apache.iceberg.rest.auth.AuthProperties;
import org.jspecify.annotations.Nullable;

/**
 * The way to one REST catalog. Where it wants requests signed as AWS does (SigV4), by the owner's settings or by what it says
 * of itself, they are signed here: Iceberg's own class for that needs a module that brings a second access to S3.
 */
final class RestLine implements AutoCloseable {

    /** Iceberg's names: as they are set today, and as they were before. */
    private static final String SIGV4_ENABLED = "rest.sigv4-enabled";

    private static final String SIGNING_NAME = "rest.signing-name";
    private static final String SIGNING_REGION = "rest.signing-region";
    private static final String ACCESS_KEY = "rest.access-key-id";
    private static final String SECRET_KEY = "rest.secret-access-key";
    private static final String SESSION_TOKEN = "rest.session-token";
    private static final String REGION = "client.region";

    /** What Iceberg signs for where nobody says the service's name: a gateway before one's own catalog. */
    private static final String GATEWAY = "execute-api";

    private final CatalogSettings settings;
    private final Map<String, String> own;
    private @Nullable AwsAccess access;

    RestLine(CatalogSettings settings) {
        this.settings = settings;
        this.own = settings.revealed();
    }

    /** What Iceberg's client is told; of signatures it need not know. */
    Map<String, String> properties() {
        return unsigned(own);
    }

    /** The same without the word that requests are signed; what the signature is added to stays. */
    static Map<String, String> unsigned(Map<String, String> properties) {
        Map<String, String> rest = new LinkedHashMap<>(properties);
        rest.remove(SIGV4_ENABLED);
        if (AuthProperties.AUTH_TYPE_SIGV4.equalsIgnoreCase(rest.get(AuthProperties.AUTH_TYPE))) {
            rest.remove(AuthProperties.AUTH_TYPE);
            Optional.ofNullable(rest.get(AuthProperties.SIGV4_DELEGATE_AUTH_TYPE))
                    .ifPresent(type -> rest.put(AuthProperties.AUTH_TYPE, type));
        }
        return rest;
    }

    String name() {
        return settings.name();
    }

    /** Whoever makes sessions for what the catalog is asked besides tables. */
    AuthManager manager(Map<String, String> config) {
        return AuthManagers.loadAuthManager(settings.name() + "-files", unsigned(config));
    }

    /** @param config the owner's settings, and once it has been asked what the catalog says of itself */
    RESTClient client(Map<String, String> config) {
        HTTPClient plain = HTTPClient.builder(config)
                .uri(config.get(CatalogProperties.URI))
                .withHeaders(RESTUtil.configHeaders(config))
                .build();
        return isSigned(own) || isSigned(config) ? new SignedClient(plain, signature(config)) : plain;
    }

    private static boolean isSigned(Map<String, String> properties) {
        return Boolean.parseBoolean(properties.get(SIGV4_ENABLED))
                || AuthProperties.AUTH_TYPE_SIGV4.equalsIgnoreCase(properties.get(AuthProperties.AUTH_TYPE));
    }

    private RequestSignature signature(Map<String, String> config) {
        Optional<AwsIdentity> identity = identity();
        String region = Optional.ofNullable(config.get(SIGNING_REGION))
                .or(() -> Optional.ofNullable(config.get(REGION)))
                .or(() -> identity.flatMap(AwsIdentity::region))
                .orElseThrow(missing("for which region; set %s".formatted(SIGNING_REGION)));
        return new RequestSignature(
                access(identity.orElseThrow(missing(
                        "with which keys; set aws-credentials, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"))),
                config.getOrDefault(SIGNING_NAME, GATEWAY),
                region);
    }

    /** Keys among the properties are for this catalog alone, and so come before those that the owner names for AWS. */
    private Optional<AwsIdentity> identity() {
        Map<String, Secret> given = settings.properties();
        Secret accessKey = given.get(ACCESS_KEY);
        Secret secretKey = given.get(SECRET_KEY);
        return accessKey == null || secretKey == null
                ? settings.identity()
                : Optional.of(new AwsIdentity(
                        new Credentials.Static(accessKey, secretKey, Optional.ofNullable(given.get(SESSION_TOKEN))),
                        settings.identity().flatMap(AwsIdentity::region)));
    }

    private synchronized AwsAccess access(AwsIdentity identity) {
        AwsAccess opened = access;
        if (opened == null) {
            opened = new AwsAccess(identity);
            access = opened;
        }
        return opened;
    }

    private Supplier<GateException> missing(String what) {
        return () -> new GateException(
                Fault.CONFIG_INVALID,
                "catalog " + settings.name(),
                "Its requests are to be signed (SigV4), and nothing says %s.".formatted(what));
    }

    @Override
    public synchronized void close() {
        if (access != null) {
            access.close();
        }
    }
}
