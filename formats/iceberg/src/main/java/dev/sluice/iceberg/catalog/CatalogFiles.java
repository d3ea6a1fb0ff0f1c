/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.storage.Stores;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.Encryption;
import dev.sluice.storage.s3.S3Limits;
import dev.sluice.storage.s3.S3Storage;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;

/**
 * The file access of tables, as their catalog describes it: with the credentials for S3 that it gives, else with the owner's
 * own. What Iceberg's accesses for S3 and for local files do, Sluice's stores do; any other one is taken as it is named.
 */
final class CatalogFiles implements AutoCloseable {

    private static final Set<String> WHAT_STORES_DO = Set.of(
            "org.apache.iceberg.aws.s3.S3FileIO",
            "org.apache.iceberg.io.ResolvingFileIO",
            "org.apache.iceberg.hadoop.HadoopFileIO");

    private final Store own;
    private final Map<List<String>, Stores> given = new ConcurrentHashMap<>();

    CatalogFiles(Store own) {
        this.own = own;
    }

    FileIO of(Map<String, String> properties) {
        String named = properties.get(CatalogProperties.FILE_IO_IMPL);
        if (named != null && !WHAT_STORES_DO.contains(named)) {
            return CatalogUtil.loadFileIO(named, properties, null);
        }
        if (Boolean.parseBoolean(properties.get("s3.remote-signing-enabled"))) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    "catalog",
                    "It wants to sign each request for S3 itself (s3.remote-signing-enabled), which Sluice does not do yet;"
                            + " let it give credentials instead.");
        }
        String key = properties.get("s3.access-key-id");
        return new StoreFileIO(key == null ? own : withGiven(key, properties));
    }

    /** One store for each set of credentials, so that tables of one catalog share its connections. */
    private Store withGiven(String key, Map<String, String> properties) {
        List<String> identity = List.of(
                key,
                properties.getOrDefault("s3.secret-access-key", ""),
                properties.getOrDefault("s3.session-token", ""),
                properties.getOrDefault("s3.endpoint", ""),
                properties.getOrDefault("client.region", ""),
                properties.getOrDefault("s3.path-style-access", ""));
        return given.computeIfAbsent(identity, same -> new Stores(List.of(storage(key, properties)), Map.of()));
    }

    private static S3Storage storage(String key, Map<String, String> properties) {
        return new S3Storage(
                Location.parse("s3://"),
                Optional.ofNullable(properties.get("client.region")),
                Optional.ofNullable(properties.get("s3.endpoint")).map(URI::create),
                Optional.empty(),
                Boolean.parseBoolean(properties.get("s3.path-style-access")),
                new Credentials.Static(
                        secret("s3.access-key-id", key),
                        secret("s3.secret-access-key", properties.getOrDefault("s3.secret-access-key", "")),
                        Optional.ofNullable(properties.get("s3.session-token"))
                                .map(token -> secret("s3.session-token", token))),
                new Encryption.BucketDefault(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                S3Limits.DEFAULT);
    }

    private static Secret secret(String name, String value) {
        return new Secret("${catalog:" + name + "}", () -> value);
    }

    @Override
    public void close() {
        given.values().forEach(Stores::close);
        given.clear();
    }
}
