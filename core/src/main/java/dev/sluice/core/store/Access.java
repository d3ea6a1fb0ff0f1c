/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a store reaches a place, by its own account.
 *
 * @param settings what was set for it, or found out, by name; secrets by their references
 * @param storeTime what the store's clock showed when it was asked; empty where it has none of its own
 * @param mayWrite whether files may be written there; empty where only a try would tell
 */
public record Access(
        List<Setting> settings, Optional<Instant> storeTime, Versioning versioning, Optional<Boolean> mayWrite) {

    /** One of them, such as the region. */
    public record Setting(String name, String value) {}

    /** Whether a store keeps what is deleted. */
    public enum Versioning {
        /** What is deleted is gone, and its space is free. */
        UNVERSIONED,
        /** It keeps old versions, which still take space. */
        VERSIONED,
        /** It does not say. */
        UNKNOWN
    }

    public Access {
        settings = List.copyOf(settings);
    }
}
