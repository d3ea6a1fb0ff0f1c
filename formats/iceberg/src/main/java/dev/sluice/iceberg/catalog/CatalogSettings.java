/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.secret.Secret;
import dev.sluice.storage.s3.AwsIdentity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.rest.auth.OAuth2Properties;

/**
 * How to reach one catalog.
 *
 * @param name what the owner calls it, before the slash of {@code iceberg:CATALOG/NS.TABLE}
 * @param uri where a REST or JDBC catalog answers
 * @param warehouse the folder of a Hadoop catalog; what the other kinds call a warehouse
 * @param credentials what the catalog is asked with: a token, or {@code ID:SECRET}, for a database {@code USER:PASSWORD}
 * @param properties further properties, passed on as Iceberg names them, such as {@code scope}
 * @param identity as whom AWS is asked, where the catalog is a service of AWS
 */
public record CatalogSettings(
        String name,
        CatalogKind kind,
        Optional<String> uri,
        Optional<String> warehouse,
        Optional<Secret> credentials,
        Map<String, Secret> properties,
        Optional<AwsIdentity> identity) {

    public CatalogSettings {
        properties = Map.copyOf(properties);
        if (name.isBlank() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "\"%s\" cannot be a catalog's name: it must not be empty nor have a slash".formatted(name));
        }
        if (kind.needsUri() && uri.isEmpty()) {
            throw new IllegalArgumentException(
                    "The catalog %s is of the kind %s, which needs a uri".formatted(name, kind));
        }
        if (kind.needsWarehouse() && warehouse.isEmpty()) {
            throw new IllegalArgumentException(
                    "The catalog %s is of the kind %s, which needs a warehouse".formatted(name, kind));
        }
    }

    /** A catalog that is no service of AWS. */
    public CatalogSettings(
            String name,
            CatalogKind kind,
            Optional<String> uri,
            Optional<String> warehouse,
            Optional<Secret> credentials,
            Map<String, Secret> properties) {
        this(name, kind, uri, warehouse, credentials, properties, Optional.empty());
    }

    /** All properties with their values revealed, for Iceberg's own libraries and nobody else. */
    Map<String, String> revealed() {
        Map<String, String> all = new LinkedHashMap<>();
        properties.forEach((key, value) -> all.put(key, value.reveal()));
        uri.ifPresent(u -> all.put(CatalogProperties.URI, u));
        warehouse.ifPresent(w -> all.put(CatalogProperties.WAREHOUSE_LOCATION, w));
        credentials.map(Secret::reveal).ifPresent(value -> all.putAll(credentials(value)));
        return all;
    }

    private Map<String, String> credentials(String value) {
        int colon = value.indexOf(':');
        if (kind == CatalogKind.JDBC) {
            return colon < 0
                    ? Map.of("jdbc.password", value)
                    : Map.of("jdbc.user", value.substring(0, colon), "jdbc.password", value.substring(colon + 1));
        }
        return Map.of(colon < 0 ? OAuth2Properties.TOKEN : OAuth2Properties.CREDENTIAL, value);
    }
}
