/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.FreshLook;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.version.Features;
import dev.sluice.iceberg.version.Home;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.TableProperties;

/**
 * What a table refers to while files are taken away: read anew whenever another writer has committed, and never less than
 * was read before.
 */
public final class Retained {

    /** Files between two looks at the table. */
    static final int BATCH = 250;

    private final Supplier<IcebergTable> newest;
    private final TableRef ref;
    private final References references;
    private IcebergTable table;

    private Retained(Supplier<IcebergTable> newest, TableRef ref, IcebergTable table, References references) {
        this.newest = newest;
        this.ref = ref;
        this.table = table;
        this.references = references;
    }

    static Retained read(Supplier<IcebergTable> newest, TableRef ref) {
        return FreshLook.at(() -> {
            IcebergTable table = newest.get();
            return new Retained(newest, ref, table, table.reading(() -> References.of(table)));
        });
    }

    /** Why nothing may be taken away from a table, as far as its metadata tells. */
    public static Optional<String> objection(IcebergTable table) {
        for (Objection objection : Features.objections(table)) {
            return Optional.of(objection.text());
        }
        String collected = table.metadata().property(TableProperties.GC_ENABLED, "true");
        if (!Boolean.parseBoolean(collected)) { // as Iceberg's libraries take it, whatever is no yes is a no
            return Optional.of(
                    "The table's property gc.enabled=%s says that others may need its files, such as a catalog's branches."
                            .formatted(collected));
        }
        return Home.objection(table);
    }

    IcebergTable table() {
        return table;
    }

    References references() {
        return references;
    }

    boolean mayRefer(Location file) {
        return references.mayRefer(file);
    }

    /** Looks whether somebody has committed, and learns what they refer to. */
    void refresh() {
        FreshLook.at(this::look);
    }

    private void look() {
        IcebergTable now = newest.get();
        if (!now.metadata().metadataFileLocation().equals(table.metadata().metadataFileLocation())) {
            objection(now).ifPresent(why -> {
                throw new GateException(Fault.UNSAFE, ref.toString(), why);
            });
            now.reading(() -> references.include(now));
            table = now;
        }
    }
}
