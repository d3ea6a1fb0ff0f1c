/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package org.apache.iceberg.rest;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request as it reached a server.
 *
 * @param headers by their names, whose case does not matter
 */
public record Asked(String method, URI uri, Map<String, String> headers, String body) {

    public static Asked of(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(",", values)));
        return new Asked(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                headers,
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    }

    public @Nullable String authorization() {
        return headers.get("Authorization");
    }
}
