/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.secret.Secret;
import dev.sluice.storage.s3.Credentials;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.rest.RESTCatalogProperties;

/** What a catalog says of how to reach files on S3, by Iceberg's names of the properties. */
record FileProperties(Map<String, String> all) {

    private static final String ACCESS_KEY = "s3.access-key-id";
    private static final String SECRET_KEY = "s3.secret-access-key";
    private static final String SESSION_TOKEN = "s3.session-token";
    private static final String EXPIRES = "s3.session-token-expires-at-ms";
    private static final String SIGNING = "s3.remote-signing-enabled";
    private static final String ENDPOINT = "s3.endpoint";
    private static final String PATH_STYLE = "s3.path-style-access";
    private static final String REGION = "client.region";

    FileProperties {
        all = Map.copyOf(all);
    }

    Optional<String> value(String name) {
        return Optional.ofNullable(all.get(name)).filter(value -> !value.isBlank());
    }

    boolean haveKeys() {
        return value(ACCESS_KEY).isPresent() && value(SECRET_KEY).isPresent();
    }

    /** The keys of a session end; others are the owner's own, and stay. */
    boolean haveSession() {
        return haveKeys() && value(SESSION_TOKEN).isPresent();
    }

    /** By the catalog's word, or where it says how to sign and gives no keys. */
    boolean wantSignatures() {
        return value(SIGNING)
                .map(Boolean::parseBoolean)
                .orElseGet(() -> all.containsKey(RESTCatalogProperties.REMOTE_SIGNING_CONFIG) && !haveKeys());
    }

    Credentials.Static keys() {
        return new Credentials.Static(
                secret(ACCESS_KEY, value(ACCESS_KEY).orElse("")),
                secret(SECRET_KEY, value(SECRET_KEY).orElse("")),
                value(SESSION_TOKEN).map(token -> secret(SESSION_TOKEN, token)));
    }

    /** When the keys stop to hold, where the catalog says. */
    Optional<Instant> expire() {
        return value(EXPIRES)
                .filter(text -> text.matches("\\d{1,15}"))
                .map(Long::parseLong)
                .map(Instant::ofEpochMilli);
    }

    Optional<String> endpoint() {
        return value(ENDPOINT);
    }

    Optional<String> region() {
        return value(REGION);
    }

    boolean pathStyle() {
        return value(PATH_STYLE).map(Boolean::parseBoolean).orElse(false);
    }

    private static Secret secret(String name, String value) {
        return new Secret("${catalog:" + name + "}", () -> value);
    }
}
