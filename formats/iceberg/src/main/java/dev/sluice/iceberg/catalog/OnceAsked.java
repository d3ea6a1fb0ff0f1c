/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.jdbc.JdbcClientPool;

/** Iceberg's connections to a database, which tell whether a question was asked once more since its answer was lost. */
final class OnceAsked extends JdbcClientPool {

    private final ThreadLocal<Boolean> again = ThreadLocal.withInitial(() -> false);

    OnceAsked(Map<String, String> properties) {
        super(properties.get(CatalogProperties.URI), properties);
    }

    /** From here on this thread's questions count. */
    void begin() {
        again.set(false);
    }

    /** True if none of this thread's questions was, or is to be, repeated. */
    boolean isOnce() {
        return !again.get();
    }

    /** What is asked before each repetition, and only then. */
    @Override
    protected boolean isConnectionException(Exception e) {
        boolean repeats = super.isConnectionException(e);
        if (repeats) {
            again.set(true);
        }
        return repeats;
    }
}
