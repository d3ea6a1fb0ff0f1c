/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.store.Location;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;

/** The keys of an identity, renewed before they expire: for clients of the SDK, and for requests that others send. */
public final class AwsAccess implements AutoCloseable {

    private final S3Storage like;
    private final CredentialSource source;

    public AwsAccess(AwsIdentity identity) {
        this.like =
                S3Storage.at(Location.parse("s3://"), identity.credentials()).inRegion(identity.region());
        this.source = new CredentialSource(like);
    }

    public AwsCredentialsProvider keys() {
        return source.provider();
    }

    /** A client for connections, with the waiting times of a storage; whoever asks for it closes it. */
    public SdkHttpClient http() {
        return S3Clients.http(like);
    }

    /**
     * The headers of a request to a service of AWS, with its signature among them (SigV4).
     *
     * @param uri with its path and query encoded as they will be sent
     */
    public Map<String, List<String>> signed(
            String service,
            String region,
            String method,
            URI uri,
            Map<String, List<String>> headers,
            Optional<String> body) {
        SdkHttpRequest request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.fromValue(method))
                .uri(uri)
                .headers(headers)
                .build();
        var signing = SignRequest.builder(keys().resolveCredentials())
                .request(request)
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                .putProperty(AwsV4HttpSigner.REGION_NAME, region);
        body.ifPresent(text -> signing.payload(ContentStreamProvider.fromString(text, StandardCharsets.UTF_8)));
        return AwsV4HttpSigner.create().sign(signing.build()).request().headers();
    }

    @Override
    public void close() {
        source.close();
    }
}
