/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.storage.s3.AwsAccess;
import dev.sluice.storage.s3.AwsIdentity;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.BaseMetastoreTableOperations;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.FileIO;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.GlueClientBuilder;
import software.amazon.awssdk.services.glue.model.EntityNotFoundException;
import software.amazon.awssdk.services.glue.model.Table;

/** The catalog of AWS Glue by its own interface: a namespace is one of its databases. */
final class GlueCatalog implements TableCatalog {

    private static final String ENDPOINT = "glue.endpoint";
    private static final String CATALOG_ID = "glue.id";
    private static final String REGION = "client.region";
    private static final String LAKE_FORMATION = "glue.lakeformation-enabled";

    private final CatalogSettings settings;
    private final FileIO io;
    private final Optional<String> catalogId;
    private final AwsAccess access;
    private final SdkHttpClient http;
    private final GlueClient reading;
    private final GlueClient committing;

    GlueCatalog(CatalogSettings settings, CatalogFiles files) {
        this.settings = settings;
        Map<String, String> properties = settings.revealed();
        if (Boolean.parseBoolean(properties.get(LAKE_FORMATION))) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    "catalog " + settings.name(),
                    "Keys by Lake Formation (%s) are not supported with type glue; Glue's REST endpoint gives them."
                            .formatted(LAKE_FORMATION));
        }
        AwsIdentity identity = settings.identity()
                .orElseThrow(
                        () -> missing(
                                "with which keys it is to be asked; set aws-credentials, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"));
        String region = Optional.ofNullable(properties.get(REGION))
                .or(identity::region)
                .orElseThrow(() -> missing("in which region it is; set " + REGION));
        this.io = files.of(properties);
        this.catalogId = Optional.ofNullable(properties.get(CATALOG_ID));
        this.access = new AwsAccess(identity);
        this.http = access.http();
        Optional<URI> endpoint =
                Optional.ofNullable(properties.get(ENDPOINT)).or(settings::uri).map(URI::create);
        this.reading = client(
                region, endpoint, DefaultRetryStrategy.standardStrategyBuilder().build());
        // Whoever repeats a commit must know that it did: the second answer is not about the first one.
        this.committing = client(region, endpoint, DefaultRetryStrategy.doNotRetry());
    }

    private GateException missing(String what) {
        return new GateException(
                Fault.CONFIG_INVALID, "catalog " + settings.name(), "Nothing says %s.".formatted(what));
    }

    private GlueClient client(String region, Optional<URI> endpoint, RetryStrategy retries) {
        GlueClientBuilder builder = GlueClient.builder()
                .httpClient(http)
                .region(Region.of(region))
                .credentialsProvider(access.keys())
                .overrideConfiguration(client -> client.retryStrategy(retries));
        endpoint.ifPresent(builder::endpointOverride);
        return builder.build();
    }

    @Override
    public org.apache.iceberg.Table load(TableIdentifier table) {
        if (table.namespace().length() != 1) {
            throw new NoSuchTableException("Glue knows tables as DATABASE.TABLE, and not %s", table);
        }
        GlueOperations operations = new GlueOperations(this, table, io);
        if (asking(operations::current) == null) {
            throw new NoSuchTableException("There is no table %s", table);
        }
        return new BaseTable(operations, table.toString());
    }

    @Override
    public List<TableIdentifier> tables(Namespace namespace) {
        if (namespace.length() != 1) {
            return List.of();
        }
        try {
            return asking(() -> reading
                    .getTablesPaginator(
                            request -> request.databaseName(namespace.level(0)).catalogId(catalogId.orElse(null)))
                    .stream()
                    .flatMap(page -> page.tableList().stream())
                    .filter(GlueCatalog::isIceberg)
                    .map(table -> TableIdentifier.of(namespace, table.name()))
                    .sorted(Comparator.comparing(TableIdentifier::toString))
                    .toList());
        } catch (NoSuchTableException e) {
            return List.of();
        }
    }

    static boolean isIceberg(Table table) {
        return BaseMetastoreTableOperations.ICEBERG_TABLE_TYPE_VALUE.equalsIgnoreCase(
                table.parameters().get(BaseMetastoreTableOperations.TABLE_TYPE_PROP));
    }

    /** Asks Glue something that changes nothing. */
    <T> T asking(Supplier<T> question) {
        try {
            return question.get();
        } catch (EntityNotFoundException e) {
            throw new NoSuchTableException(e, "Glue does not know it");
        } catch (SdkException e) {
            throw failed(e);
        }
    }

    GateException failed(SdkException e) {
        return new GateException(
                Fault.STORAGE, "catalog " + settings.name(), "Glue did not do what it was asked: " + ended(e), e);
    }

    private static String ended(SdkException e) {
        String message = String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " ");
        return message.endsWith(".") ? message : message + ".";
    }

    GlueClient reading() {
        return reading;
    }

    GlueClient committing() {
        return committing;
    }

    Optional<String> catalogId() {
        return catalogId;
    }

    @Override
    public void close() {
        reading.close();
        committing.close();
        http.close();
        access.close();
    }
}
