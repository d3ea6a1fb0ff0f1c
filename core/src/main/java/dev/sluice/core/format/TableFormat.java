/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A table format, as far as it reads: nothing here changes a table, and nothing here needs write permission. */
public interface TableFormat {

    /** The name before the colon in a table's text form: {@code delta}. */
    String name();

    /**
     * True if what stands after the format's name is a name that the format alone understands, such as one in a catalog,
     * and no place.
     */
    default boolean isName(String address) {
        return false;
    }

    /**
     * What somebody may have meant who typed an address or a pattern that names no table, as a full sentence; empty where
     * nothing tells.
     *
     * @param address what was typed, without the format's name
     * @param named whether the format's name stood before it
     */
    default Optional<String> meant(String address, boolean named) {
        return Optional.empty();
    }

    /** True if a table of this format lives at the location. */
    boolean livesAt(Location location);

    /**
     * True if a subfolder of this name tells that its folder is a table of this format. A search asks for each name that a
     * listing shows, so the store is looked into only where the name leaves it open. A format whose tables no folder tells
     * of says no.
     */
    default boolean showsTable(Location folder, String subfolder) {
        return false;
    }

    /**
     * The tables that a pattern names, where the format knows tables by names of its own, such as those of a catalog's
     * namespace; empty where the pattern speaks of folders, which are searched for {@linkplain #showsTable signs of a table}.
     * Close the stream.
     *
     * @param pattern what stands after the format's name, as it was typed
     */
    default Optional<Stream<Sighting>> named(String pattern) {
        return Optional.empty();
    }

    /**
     * The table's newest version.
     *
     * @throws dev.sluice.core.fault.GateException with {@code TABLE_NOT_FOUND}, saying what is there instead, or with
     *     {@code TABLE_FEATURE_UNSUPPORTED} naming the feature that keeps Sluice from reading it
     */
    TableState inspect(TableRef table);

    /** One given version of the table. */
    TableState inspect(TableRef table, long version);

    /**
     * Lists what lies below the table and is not in its current version.
     *
     * @param retention files whose retention has not run out are not eligible; a table's own longer one holds too
     */
    Leftovers leftovers(TableState state, Retention retention);

    /**
     * Lists the versions that a gate could forget, and counts what only they hold; none for a format whose own writers
     * forget old versions.
     */
    default Expirable expirable(TableState state, Expiry expiry) {
        return Expirable.NONE;
    }

    /**
     * What became of files that a run of ours wrote, or was about to write: whether the table has ever held one of them,
     * and which lie there without.
     */
    Traces traces(TableRef table, List<Location> written);

    /** The part of the format that changes tables. */
    TableChanger changer();
}
