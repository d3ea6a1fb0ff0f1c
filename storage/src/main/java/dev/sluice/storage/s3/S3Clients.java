/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.time.Duration;
import java.util.Set;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** The SDK's client for a storage. */
final class S3Clients {

    /** What a request is signed for where nobody says a region, and what services that have none expect. */
    static final String REGION_OF_NOBODY = "us-east-1";

    private static final Duration CONNECTING = Duration.ofSeconds(10);

    private S3Clients() {}

    static Region region(S3Storage storage) {
        return Region.of(storage.region().orElse(REGION_OF_NOBODY));
    }

    static S3Client client(S3Storage storage, CredentialSource credentials) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClient(http(storage))
                .region(region(storage))
                .credentialsProvider(credentials.provider())
                .forcePathStyle(storage.pathStyle())
                .disableS3ExpressSessionAuth(true)
                .serviceConfiguration(service -> service.expectContinueEnabled(false))
                .overrideConfiguration(client -> client.retryStrategy(DefaultRetryStrategy.doNotRetry()));
        storage.endpoint().ifPresent(builder::endpointOverride);
        boolean signedElsewhere = storage.credentials() instanceof Credentials.Signatures;
        if (storage.credentials() instanceof Credentials.Signatures signatures) {
            builder.putAuthScheme(
                    new RemoteSignature(signatures.signer(), region(storage).id()));
        }
        if (!storage.isAws() || signedElsewhere) {
            // Others know neither the newer checksums nor a bulk deletion without the old one; and whoever signs
            // elsewhere
            // does not see what a file holds.
            builder.requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                    .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                    .addPlugin(LegacyMd5Plugin.create());
        }
        return builder.build();
    }

    /** For the storage and for whatever hands out its keys: the same proxy, the same certificates. */
    static SdkHttpClient http(S3Storage storage) {
        Apache5HttpClient.Builder builder = Apache5HttpClient.builder()
                .maxConnections(storage.limits().connections())
                .socketTimeout(storage.limits().silence())
                .connectionTimeout(shorter(CONNECTING, storage.limits().silence()))
                .connectionAcquisitionTimeout(storage.limits().patience())
                .expectContinueEnabled(false)
                .tcpKeepAlive(true);
        storage.proxy().ifPresent(proxy -> builder.proxyConfiguration(configuration(proxy)));
        storage.caFile().ifPresent(file -> builder.tlsTrustManagersProvider(Certificates.read(file)));
        return builder.build();
    }

    private static ProxyConfiguration configuration(WebProxy proxy) {
        ProxyConfiguration.Builder builder = ProxyConfiguration.builder()
                .endpoint(proxy.address())
                .nonProxyHosts(Set.of())
                .useSystemPropertyValues(false)
                .useEnvironmentVariableValues(false);
        proxy.user().ifPresent(builder::username);
        proxy.password().ifPresent(password -> builder.password(password.reveal()));
        return builder.build();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
