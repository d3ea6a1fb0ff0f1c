/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.store.Location;
import dev.sluice.iceberg.io.IcebergPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.io.StorageCredential;
import org.apache.iceberg.rest.RESTCatalogProperties;

/** All of S3 that lies at a prefix or below, with what a catalog gives for it. */
record GivenPart(Location prefix, FileProperties properties) {

    static final Location EVERYTHING = Location.parse("s3://");

    private static final String SIGN = "/sign";

    /** What a catalog gives by a prefix, if it is one of S3: {@code s3} alone is all of it. */
    static Optional<GivenPart> of(String prefix, Map<String, String> properties) {
        if (!prefix.matches("s3[an]?(://.*)?")) {
            return Optional.empty();
        }
        String bare = prefix.replaceAll("/+$", "");
        Location location = bare.matches("s3[an]?:?") ? EVERYTHING : IcebergPath.location(bare);
        return Optional.of(new GivenPart(
                new Location(EVERYTHING.scheme(), location.authority(), location.path()),
                new FileProperties(properties)));
    }

    /** All parts that a catalog gives access to by itself; for the rest the owner's own settings hold. */
    static List<GivenPart> of(Map<String, String> properties, List<StorageCredential> credentials) {
        List<GivenPart> parts = new ArrayList<>();
        parts.add(new GivenPart(EVERYTHING, new FileProperties(properties)));
        for (StorageCredential credential : credentials) {
            Map<String, String> merged = new LinkedHashMap<>(properties);
            merged.putAll(credential.config());
            of(credential.prefix(), merged).ifPresent(part -> {
                parts.removeIf(other -> other.prefix().equals(part.prefix()));
                parts.add(part);
            });
        }
        parts.removeIf(
                part -> !part.properties().haveKeys() && !part.properties().wantSignatures());
        return parts;
    }

    /** What a table is asked for at, from the catalog's own address on; none where the catalog has no such address. */
    static Optional<String> table(Map<String, String> properties) {
        return Optional.ofNullable(properties.get(RESTCatalogProperties.REMOTE_SIGNING_ENDPOINT))
                .filter(path -> path.endsWith(SIGN))
                .map(path -> path.substring(0, path.length() - SIGN.length()));
    }

    /** Two parts that are reached by the same client: the keys of a session change, all else does not. */
    List<String> identity() {
        boolean lasting = properties.haveKeys() && !properties.haveSession();
        return List.of(
                prefix.toString(),
                properties.endpoint().orElse(""),
                properties.region().orElse(""),
                Boolean.toString(properties.pathStyle()),
                Boolean.toString(properties.wantSignatures()),
                lasting ? properties.keys().accessKey().reveal() : "",
                lasting ? properties.keys().secretKey().reveal() : "");
    }
}
