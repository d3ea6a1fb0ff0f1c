/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.net.URI;
import java.util.Optional;

/** What the settings have in common: how a wrong one is refused, by its key. */
final class Settings {

    private Settings() {}

    /** @param key the key under {@code storage}, as the owner writes it */
    static GateException invalid(String key, String reason) {
        return new GateException(Fault.CONFIG_INVALID, key, reason);
    }

    static void requireText(String key, String value) {
        if (value.isBlank()) {
            throw invalid(key, "It is empty.");
        }
    }

    static void requireText(String key, Optional<String> value) {
        value.ifPresent(text -> requireText(key, text));
    }

    /** An address of a server: a scheme, a host and perhaps a port, and no more. */
    static void requireServer(String key, URI address) {
        boolean web = "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
        if (!web || address.getHost() == null) {
            throw invalid(
                    key,
                    "\"%s\" is no address of a server; write it like https://s3.internal:9000.".formatted(address));
        }
        if (address.getUserInfo() != null) {
            throw invalid(key, "It holds a user or password; those have keys of their own.");
        }
        if (address.getQuery() != null || address.getFragment() != null) {
            throw invalid(key, "\"%s\" has a query; only scheme, host, port and path are meant.".formatted(address));
        }
    }
}
