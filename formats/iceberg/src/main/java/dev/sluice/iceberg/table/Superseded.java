/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.table.TableRef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;

/**
 * What tables were right before our latest commit on each. A catalog may show the newest version only, as Nessie does, or
 * somebody may make the table forget the one before; what we have done is still held against it.
 */
public final class Superseded {

    /** So many tables are known at most; only a commit that is being verified needs one. */
    private static final int TABLES = 16;

    private final Map<TableRef, IcebergTable> latest = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TableRef, IcebergTable> eldest) {
            return size() > TABLES;
        }
    };

    /** @param base what our commit on the table was made on */
    synchronized void keep(IcebergTable table, TableMetadata base) {
        latest.remove(table.ref());
        latest.put(table.ref(), new SupersededTable(table, base));
    }

    /** True if our latest commit was to another table, whose name this one has now. */
    public synchronized boolean wasAnother(IcebergTable now) {
        IcebergTable known = latest.get(now.ref());
        return known != null
                && !Objects.equals(known.metadata().uuid(), now.metadata().uuid());
    }

    /** The table as it was before our latest commit, if it had a version then. */
    public synchronized Optional<IcebergTable> holding(TableRef table, long version) {
        return Optional.ofNullable(latest.get(table))
                .filter(known -> known.metadata().snapshot(version) != null);
    }
}
