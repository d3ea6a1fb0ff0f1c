/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.emulator.S3Emulator;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Lends keys for the emulator whose sessions end soon, and knows which of them still hold. */
final class KeyDesk {

    private final Duration life;
    private final Map<String, Instant> ends = new ConcurrentHashMap<>();

    KeyDesk(Duration life) {
        this.life = life;
    }

    /** New keys, by Iceberg's names of the properties. */
    Map<String, String> lend() {
        String token = "session-" + UUID.randomUUID();
        Instant end = Instant.now().plus(life);
        ends.put(token, end);
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("s3.access-key-id", S3Emulator.ACCESS_KEY);
        keys.put("s3.secret-access-key", S3Emulator.SECRET_KEY);
        keys.put("s3.session-token", token);
        keys.put("s3.session-token-expires-at-ms", Long.toString(end.toEpochMilli()));
        return keys;
    }

    boolean holds(String token) {
        return Instant.now().isBefore(ends.getOrDefault(token, Instant.MIN));
    }

    /** Whatever was lent so far holds no longer, whatever was said of its end. */
    void revoke() {
        ends.replaceAll((token, end) -> Instant.MIN);
    }

    int lent() {
        return ends.size();
    }

    /** True once nothing holds any more that was lent before a time. */
    boolean haveEndedSince(Instant time) {
        return ends.values().stream()
                .filter(end -> end.isBefore(time.plus(life)))
                .allMatch(Instant.now()::isAfter);
    }
}
