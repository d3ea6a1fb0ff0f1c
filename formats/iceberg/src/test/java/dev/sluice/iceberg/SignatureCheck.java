/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.iceberg.rest.Asked;

/**
 * Works out the signature of each request anew from what arrived, as a service of AWS does (Signature Version 4), and lets in
 * whoever has signed host, time and content with the right key.
 */
final class SignatureCheck implements Predicate<Asked> {

    private static final Pattern AUTHORIZATION = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]+)/([^/]+)/aws4_request, *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})");

    private final String accessKey;
    private final String secretKey;
    private final List<Asked> admitted = new CopyOnWriteArrayList<>();
    private final List<String> scopes = new CopyOnWriteArrayList<>();
    private int refused;

    SignatureCheck(String accessKey, String secretKey) {
        this.accessKey = accessKey;
        this.secretKey = secretKey;
    }

    /** What was let in. */
    List<Asked> admitted() {
        return List.copyOf(admitted);
    }

    /** For which region and service requests were signed. */
    List<String> scopes() {
        return scopes.stream().distinct().toList();
    }

    int refused() {
        return refused;
    }

    @Override
    public synchronized boolean test(Asked asked) {
        Matcher found = AUTHORIZATION.matcher(String.valueOf(asked.authorization()));
        if (!found.matches() || !isSigned(asked, found)) {
            refused++;
            return false;
        }
        admitted.add(asked);
        scopes.add(found.group(3) + "/" + found.group(4));
        return true;
    }

    private boolean isSigned(Asked asked, Matcher found) {
        List<String> signed = Arrays.asList(found.group(5).split(";"));
        assertThat(signed).contains("host", "x-amz-date");
        String stated = asked.headers().getOrDefault("x-amz-content-sha256", SignatureArithmetic.sha256(asked.body()));
        String canonical = String.join(
                "\n",
                asked.method(),
                path(asked.uri()),
                SignatureArithmetic.query(asked.uri()),
                signed.stream()
                        .map(name -> name + ":"
                                + asked.headers().getOrDefault(name, "").strip() + "\n")
                        .collect(Collectors.joining()),
                found.group(5),
                stated);
        String scope = "%s/%s/%s/aws4_request".formatted(found.group(2), found.group(3), found.group(4));
        String toSign = "AWS4-HMAC-SHA256\n%s\n%s\n%s"
                .formatted(asked.headers().get("x-amz-date"), scope, SignatureArithmetic.sha256(canonical));
        return found.group(1).equals(accessKey)
                && stated.equals(SignatureArithmetic.sha256(asked.body()))
                && SignatureArithmetic.signature(secretKey, scope, toSign).equals(found.group(6));
    }

    /** Every service but S3 wants each segment, as it was sent, encoded once more. */
    private static String path(URI uri) {
        return Arrays.stream(uri.getRawPath().split("/", -1))
                .map(SignatureArithmetic::encoded)
                .collect(Collectors.joining("/"));
    }
}
