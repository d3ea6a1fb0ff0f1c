/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Signs requests for S3 in the place of keys: it is shown each one before it is sent, and may say no. */
@FunctionalInterface
public interface RequestSigner {

    /** @throws AccessNotGranted if it does not sign, or was not reached */
    Signed sign(Unsigned request);

    /**
     * A request as it will be sent, but for its signature.
     *
     * @param uri with path and query encoded
     * @param body what it sends, where the address does not say what it is about: the keys of a deletion of many
     */
    record Unsigned(String method, URI uri, String region, Map<String, List<String>> headers, Optional<String> body) {}

    /**
     * The same request, signed.
     *
     * @param uri the same address, perhaps with more in its query
     * @param headers what is to be sent besides the request's own
     */
    record Signed(URI uri, Map<String, List<String>> headers) {}
}
