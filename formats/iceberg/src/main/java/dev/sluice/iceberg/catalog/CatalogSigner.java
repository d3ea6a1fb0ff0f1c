/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.storage.s3.RequestSigner;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.iceberg.rest.RemoteSigningConfig;
import org.apache.iceberg.rest.requests.ImmutableRemoteSignRequest;
import org.apache.iceberg.rest.responses.RemoteSignResponse;

/**
 * Has a REST catalog sign each request for S3, by the interface that Iceberg describes for it. A signature for reading is
 * used again for a short while if the catalog allows it ({@code Cache-Control: private}) and all that it covers is the same.
 */
final class CatalogSigner implements RequestSigner {

    private static final Duration KEPT = Duration.ofSeconds(30);
    private static final int MOST_KEPT = 1_000;

    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Pattern SIGNED_HEADERS = Pattern.compile("SignedHeaders=([^,]+)");

    /** Differs from request to request, and tells a catalog nothing. */
    private static final Pattern OF_THE_SDK = Pattern.compile("(?i)amz-sdk-.*|user-agent");

    private final CatalogQuestions catalog;
    private final String endpoint;
    private final RemoteSigningConfig config;
    private final Clock clock;
    private final Map<Kind, Kept> kept = new LinkedHashMap<>();

    /**
     * @param endpoint the whole address that signs
     * @param config what the catalog wants to be told with each request
     */
    CatalogSigner(CatalogQuestions catalog, String endpoint, RemoteSigningConfig config, Clock clock) {
        this.catalog = catalog;
        this.endpoint = endpoint;
        this.config = config;
        this.clock = clock;
    }

    /** What one signature may be used for. */
    private record Kind(String method, String region, URI uri) {}

    private record Kept(Signed signed, Map<String, List<String>> covered, Instant until) {}

    @Override
    public Signed sign(Unsigned request) {
        Map<String, List<String>> headers = headers(request);
        Kind kind = new Kind(request.method(), request.region(), request.uri());
        return find(kind, headers).orElseGet(() -> ask(request, headers, kind));
    }

    private static Map<String, List<String>> headers(Unsigned request) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        request.headers().forEach((name, values) -> {
            if (!OF_THE_SDK.matcher(name).matches()) {
                headers.put(name, values);
            }
        });
        return headers;
    }

    private synchronized Optional<Signed> find(Kind kind, Map<String, List<String>> headers) {
        Kept found = kept.get(kind);
        if (found == null || !clock.instant().isBefore(found.until())) {
            kept.remove(kind);
            return Optional.empty();
        }
        return found.covered().entrySet().stream()
                        .allMatch(covered -> covered.getValue().equals(headers.get(covered.getKey())))
                ? Optional.of(found.signed())
                : Optional.empty();
    }

    private Signed ask(Unsigned request, Map<String, List<String>> headers, Kind kind) {
        Map<String, String> answered = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        RemoteSignResponse response = catalog.ask(
                "sign a request for S3",
                client -> client.post(
                        endpoint,
                        ImmutableRemoteSignRequest.builder()
                                .method(request.method())
                                .region(request.region())
                                .uri(request.uri())
                                .headers(headers)
                                .properties(config.properties())
                                .body(request.body().orElse(null))
                                .provider("s3")
                                .build(),
                        RemoteSignResponse.class,
                        joined(config.headers()),
                        CatalogQuestions.REFUSALS,
                        answered::putAll));
        Map<String, List<String>> given = new HashMap<>(response.headers());
        // What the request has itself is sent as it has it, and must not come back with another request of this kind.
        given.keySet().removeIf(name -> name.equalsIgnoreCase("Cache-Control") || headers.containsKey(name));
        Signed signed = new Signed(response.uri(), given);
        if (READING.contains(kind.method()) && "private".equalsIgnoreCase(answered.get("Cache-Control"))) {
            keep(
                    kind,
                    new Kept(signed, covered(signed, headers), clock.instant().plus(KEPT)));
        }
        return signed;
    }

    private static Map<String, String> joined(Map<String, List<String>> headers) {
        return headers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> String.join(", ", header.getValue())));
    }

    /** The headers of the request that the signature speaks of; all of them where it does not say. */
    private static Map<String, List<String>> covered(Signed signed, Map<String, List<String>> headers) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        Matcher said = SIGNED_HEADERS.matcher(signed.headers().entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("Authorization"))
                .map(header -> String.join(",", header.getValue()))
                .collect(Collectors.joining()));
        names.addAll(said.find() ? List.of(said.group(1).split(";")) : headers.keySet());
        Map<String, List<String>> covered = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> {
            if (names.contains(name)) {
                covered.put(name, values);
            }
        });
        return covered;
    }

    private synchronized void keep(Kind kind, Kept signature) {
        Instant now = clock.instant();
        kept.values().removeIf(old -> !now.isBefore(old.until()));
        if (kept.size() < MOST_KEPT) {
            kept.put(kind, signature);
        }
    }
}
