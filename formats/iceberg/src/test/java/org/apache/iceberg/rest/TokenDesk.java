/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package org.apache.iceberg.rest;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.rest.auth.OAuth2Util;
import org.apache.iceberg.rest.responses.OAuthTokenResponse;
import org.jspecify.annotations.Nullable;

/**
 * Hands out tokens for a client's id and secret, and knows which ones hold: the newest, and the one before it, since a
 * request may be on its way while a token is renewed.
 */
public final class TokenDesk {

    private static final int LIVES_SECONDS = 1;
    private static final int HOLD = 2;

    private final String id;
    private final String secret;
    private final List<String> issued = new ArrayList<>();
    private int refused;
    private boolean closed;

    public TokenDesk(String id, String secret) {
        this.id = id;
        this.secret = secret;
    }

    /** A token, or nothing for whoever does not know the secret or brings no token that holds. */
    synchronized Optional<OAuthTokenResponse> ask(Map<String, String> form, @Nullable String authorization) {
        boolean knows = (id.equals(form.get("client_id")) && secret.equals(form.get("client_secret")))
                || basic().equals(authorization);
        boolean holds = holds(authorization) || issued.contains(form.get("subject_token"));
        if (closed || (!knows && !holds)) {
            refused++;
            return Optional.empty();
        }
        issued.add("token-" + UUID.randomUUID());
        return Optional.of(OAuthTokenResponse.builder()
                .withToken(issued.get(issued.size() - 1))
                .withTokenType("Bearer")
                .withIssuedTokenType("urn:ietf:params:oauth:token-type:access_token")
                .setExpirationInSeconds(LIVES_SECONDS)
                .build());
    }

    private String basic() {
        return "Basic " + Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
    }

    synchronized boolean holds(@Nullable String authorization) {
        return issued.stream()
                .skip(Math.max(0, issued.size() - HOLD))
                .map(token -> OAuth2Util.authHeaders(token).get("Authorization"))
                .anyMatch(header -> !closed && header.equals(authorization));
    }

    public synchronized int issued() {
        return issued.size();
    }

    public synchronized List<String> tokens() {
        return List.copyOf(issued);
    }

    public synchronized int refused() {
        return refused;
    }

    /** From now on nobody is let in. */
    public synchronized void close() {
        closed = true;
    }
}
