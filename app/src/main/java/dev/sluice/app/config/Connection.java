/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import java.util.Optional;

/**
 * What came of trying to reach something that is configured.
 *
 * @param what is configured, like {@code storage s3://lake/}
 * @param told what was done, without a full stop; empty where it could not be reached
 * @param obstacle why it could not be reached; empty where it was
 */
public record Connection(String what, String told, Optional<String> obstacle) {

    public boolean isMade() {
        return obstacle.isEmpty();
    }
}
