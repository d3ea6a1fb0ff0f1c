/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.scheme.AwsV4AuthScheme;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.scheme.AuthScheme;
import software.amazon.awssdk.http.auth.spi.signer.AsyncSignRequest;
import software.amazon.awssdk.http.auth.spi.signer.AsyncSignedRequest;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.identity.spi.IdentityProviders;

/**
 * Takes the place of the SDK's own signature, and has somebody else make it. What comes back is believed only as far as it is
 * the request that was asked for.
 */
final class RemoteSignature implements AuthScheme<AwsCredentialsIdentity>, HttpSigner<AwsCredentialsIdentity> {

    private final RequestSigner signer;
    private final String region;

    /** @param region what requests are signed for where the SDK does not say another one */
    RemoteSignature(RequestSigner signer, String region) {
        this.signer = signer;
        this.region = region;
    }

    @Override
    public String schemeId() {
        return AwsV4AuthScheme.SCHEME_ID;
    }

    @Override
    public @Nullable IdentityProvider<AwsCredentialsIdentity> identityProvider(IdentityProviders providers) {
        return providers.identityProvider(AwsCredentialsIdentity.class);
    }

    @Override
    public HttpSigner<AwsCredentialsIdentity> signer() {
        return this;
    }

    @Override
    public SignedRequest sign(SignRequest<? extends AwsCredentialsIdentity> signing) {
        SdkHttpRequest request = signing.request();
        URI uri = request.getUri();
        String named = signing.hasProperty(AwsV4HttpSigner.REGION_NAME)
                ? signing.property(AwsV4HttpSigner.REGION_NAME)
                : region;
        RequestSigner.Signed signed = signer.sign(new RequestSigner.Unsigned(
                request.method().name(), uri, named, request.headers(), body(request, signing.payload())));
        refuseOther(uri, signed.uri());
        SdkHttpRequest.Builder complete = request.toBuilder();
        if (!signed.uri().equals(uri)) {
            complete.encodedPath("").clearQueryParameters().uri(signed.uri());
        }
        Set<String> own = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        own.addAll(request.headers().keySet());
        signed.headers().forEach((name, values) -> {
            if (!own.contains(name)) {
                complete.putHeader(name, values);
            }
        });
        return SignedRequest.builder()
                .request(complete.build())
                .payload(signing.payload().orElse(null))
                .build();
    }

    /** The keys of many files to delete; of no other request does the body say what it is about. */
    private static Optional<String> body(SdkHttpRequest request, Optional<ContentStreamProvider> payload) {
        if (!request.rawQueryParameters().containsKey("delete") || payload.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream content = payload.get().newStream()) {
            return Optional.of(new String(content.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was signed must be what was asked for: the same place, and at least the same query. */
    private static void refuseOther(URI asked, URI signed) {
        boolean same = asked.getScheme().equalsIgnoreCase(signed.getScheme())
                && asked.getHost().equalsIgnoreCase(signed.getHost())
                && port(asked) == port(signed)
                && asked.getRawPath().equals(signed.getRawPath())
                && parameters(signed).containsAll(parameters(asked));
        if (!same) {
            throw new AccessNotGranted("What was signed is another request than the one that was shown.", false, null);
        }
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : uri.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }

    private static Set<String> parameters(URI uri) {
        Set<String> parameters = new HashSet<>();
        if (uri.getRawQuery() != null) {
            Arrays.stream(uri.getRawQuery().split("&"))
                    .map(pair -> pair.endsWith("=") ? pair.substring(0, pair.length() - 1) : pair)
                    .forEach(parameters::add);
        }
        return parameters;
    }

    @Override
    public CompletableFuture<AsyncSignedRequest> signAsync(AsyncSignRequest<? extends AwsCredentialsIdentity> signing) {
        throw new UnsupportedOperationException("Only requests that are waited for are sent");
    }
}
