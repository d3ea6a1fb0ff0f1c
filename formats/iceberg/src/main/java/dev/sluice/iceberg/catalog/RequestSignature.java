/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.storage.s3.AwsAccess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.rest.HTTPHeaders;
import org.apache.iceberg.rest.HTTPHeaders.HTTPHeader;
import org.apache.iceberg.rest.HTTPRequest;
import org.apache.iceberg.rest.ImmutableHTTPHeaders;
import org.apache.iceberg.rest.ImmutableHTTPRequest;
import org.apache.iceberg.rest.auth.AuthSession;

/**
 * Signs requests to a REST catalog as services of AWS want it (SigV4).
 *
 * @param service the name that the signature is made for, such as {@code glue} or {@code s3tables}
 */
record RequestSignature(AwsAccess access, String service, String region) {

    private static final String AUTHORIZATION = "Authorization";

    /** Where a token goes that the signature would take the place of, as other clients of such catalogs do it. */
    private static final String ORIGINAL_AUTHORIZATION = "Original-Authorization";

    /** A session that signs what another one has already had its hands on. */
    AuthSession after(AuthSession session) {
        return new AuthSession() {
            @Override
            public HTTPRequest authenticate(HTTPRequest request) {
                return sign(session.authenticate(request));
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    private HTTPRequest sign(HTTPRequest request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (HTTPHeader header : request.headers().entries()) {
            String name = header.name().equalsIgnoreCase(AUTHORIZATION) ? ORIGINAL_AUTHORIZATION : header.name();
            headers.computeIfAbsent(name, same -> new ArrayList<>()).add(header.value());
        }
        Map<String, List<String>> signed = access.signed(
                service,
                region,
                request.method().name(),
                request.requestUri(),
                headers,
                Optional.ofNullable(request.encodedBody()));
        return ImmutableHTTPRequest.builder()
                .from(request)
                .headers(headers(signed))
                .build();
    }

    private static HTTPHeaders headers(Map<String, List<String>> signed) {
        ImmutableHTTPHeaders.Builder headers = ImmutableHTTPHeaders.builder();
        signed.forEach((name, values) -> values.forEach(value -> headers.addEntry(HTTPHeader.of(name, value))));
        return headers.build();
    }
}
