/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

/**
 * One bucket of an object-store service, as far as something is to be remembered of it.
 *
 * @param endpoint the address that the service answers at
 */
public record Bucket(String endpoint, String name) {

    /** The endpoint and the name: another text for each bucket. */
    @Override
    public String toString() {
        return endpoint + "/" + name;
    }
}
