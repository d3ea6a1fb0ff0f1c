/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.storage.Stores;
import dev.sluice.storage.s3.AccessNotGranted;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.Encryption;
import dev.sluice.storage.s3.RequestSigner;
import dev.sluice.storage.s3.S3Limits;
import dev.sluice.storage.s3.S3Storage;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.rest.RESTCatalogProperties;
import org.apache.iceberg.rest.RemoteSigningConfig;
import org.apache.iceberg.rest.RemoteSigningConfigParser;
import org.apache.iceberg.rest.credentials.Credential;
import org.apache.iceberg.rest.responses.LoadCredentialsResponse;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.jspecify.annotations.Nullable;

/**
 * S3 as a catalog gives access to it: a store for each part of it that the catalog has credentials for, and what the owner
 * has for the rest. The same for every look at a table, so that its connections stay open and newer keys are used at once.
 */
final class GivenAccess implements AutoCloseable {

    private static final String REFRESH_ENDPOINT = "client.refresh-credentials-endpoint";
    private static final String REFRESH_ENABLED = "client.refresh-credentials-enabled";

    /** As Iceberg names them today, and as catalogs name them that know an older Iceberg. */
    private static final List<String> SIGNER_ENDPOINTS = List.of("signer.endpoint", "s3.signer.endpoint");

    private static final List<String> SIGNER_ADDRESSES = List.of("signer.uri", "s3.signer.uri");

    private final Clock clock;
    private final @Nullable CatalogQuestions questions;
    private final Map<Location, LentKeys> lent = new HashMap<>();
    private final Stores stores;
    private volatile Instant lastUsed;

    /** @param questions none for a catalog that can be asked for nothing but tables */
    GivenAccess(Store own, List<GivenPart> parts, @Nullable CatalogQuestions questions, Clock clock) {
        this.clock = clock;
        this.questions = questions;
        this.lastUsed = clock.instant();
        List<S3Storage> storages = new ArrayList<>();
        parts.forEach(part -> storages.add(storage(part)));
        this.stores = Stores.before(own, storages);
    }

    Store store() {
        return stores;
    }

    Instant lastUsed() {
        return lastUsed;
    }

    /** As they came with the table at a later time. */
    void take(List<GivenPart> parts, Map<String, String> properties) {
        lastUsed = clock.instant();
        if (questions != null) {
            questions.take(properties);
        }
        for (GivenPart part : parts) {
            LentKeys keys = lent.get(part.prefix());
            if (keys != null) {
                keys.take(part.properties());
            }
        }
    }

    private S3Storage storage(GivenPart part) {
        FileProperties properties = part.properties();
        return new S3Storage(
                part.prefix(),
                properties.region(),
                properties.endpoint().map(URI::create),
                Optional.empty(),
                properties.pathStyle(),
                credentials(part),
                new Encryption.BucketDefault(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                S3Limits.DEFAULT);
    }

    private Credentials credentials(GivenPart part) {
        if (questions != null && part.properties().wantSignatures()) {
            RequestSigner signer = signer(questions);
            return new Credentials.Signatures(questions.catalog(), request -> {
                lastUsed = clock.instant();
                return signer.sign(request);
            });
        }
        if (questions == null || !part.properties().haveSession()) {
            return part.properties().keys();
        }
        Supplier<FileProperties> renewal = () -> renewed(part, questions);
        LentKeys keys = new LentKeys(part.properties(), renewal, clock);
        lent.put(part.prefix(), keys);
        Supplier<Credentials.Static> held = () -> {
            lastUsed = clock.instant();
            return keys.get();
        };
        return new Credentials.Lent(questions.catalog(), held, keys::ended);
    }

    private CatalogSigner signer(CatalogQuestions asking) {
        Map<String, String> properties = asking.properties();
        String endpoint = SIGNER_ENDPOINTS.stream()
                .filter(properties::containsKey)
                .findFirst()
                .orElse(RESTCatalogProperties.REMOTE_SIGNING_ENDPOINT);
        String base = SIGNER_ADDRESSES.stream()
                .filter(properties::containsKey)
                .findFirst()
                .orElse("uri");
        String config = properties.get(RESTCatalogProperties.REMOTE_SIGNING_CONFIG);
        return new CatalogSigner(
                asking,
                asking.address(base, properties.getOrDefault(endpoint, "")),
                config == null ? RemoteSigningConfig.EMPTY : RemoteSigningConfigParser.fromJson(config),
                clock);
    }

    /** By the endpoint for it if the catalog names one, else by loading the table anew. */
    private static FileProperties renewed(GivenPart part, CatalogQuestions asking) {
        Map<String, String> properties = asking.properties();
        String endpoint = properties.get(REFRESH_ENDPOINT);
        boolean refreshes = !"false".equalsIgnoreCase(properties.get(REFRESH_ENABLED));
        return asking.ask("renew its keys", client -> {
            if (endpoint != null && refreshes) {
                LoadCredentialsResponse answer = client.get(
                        asking.address("uri", endpoint),
                        LoadCredentialsResponse.class,
                        Map.of(),
                        CatalogQuestions.REFUSALS);
                return chosen(part, answer.credentials(), Map.of());
            }
            LoadTableResponse answer = client.get(
                    GivenPart.table(properties).orElseThrow(),
                    LoadTableResponse.class,
                    Map.of(),
                    CatalogQuestions.REFUSALS);
            return chosen(part, answer.credentials(), answer.config());
        });
    }

    /** Those for the same part; what a catalog once gave for all may come back for some prefix, if there is no other. */
    private static FileProperties chosen(GivenPart part, List<Credential> credentials, Map<String, String> config) {
        List<GivenPart> given = credentials.stream()
                .flatMap(each -> GivenPart.of(each.prefix(), each.config()).stream())
                .toList();
        Stream<GivenPart> same = given.stream().filter(each -> each.prefix().equals(part.prefix()));
        Stream<GivenPart> all = Stream.of(new GivenPart(GivenPart.EVERYTHING, new FileProperties(config)));
        Stream<GivenPart> only =
                given.size() == 1 && part.prefix().equals(GivenPart.EVERYTHING) ? given.stream() : Stream.empty();
        return Stream.of(same, all, only)
                .flatMap(each -> each)
                .map(GivenPart::properties)
                .filter(FileProperties::haveKeys)
                .findFirst()
                .orElseThrow(() -> new AccessNotGranted(
                        "The catalog gave no keys for %s when it was asked anew.".formatted(part.prefix()),
                        true,
                        null));
    }

    @Override
    public void close() {
        stores.close();
        if (questions != null) {
            questions.close();
        }
    }
}
