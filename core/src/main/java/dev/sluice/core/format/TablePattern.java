/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import java.util.Optional;

/**
 * Names tables that are yet to be found: those in folders that match, or those that a format knows by other names.
 *
 * @param format only tables of this format; empty: of any
 * @param address what was typed after the format's name
 * @param folders the folders that the address stands for, where it is no name of the format's own
 */
public record TablePattern(Optional<String> format, String address, Glob folders) {

    /** True for a table of the format that the pattern's names, or its folders, stand for or hold. */
    boolean covers(TableRef table) {
        boolean ofFormat = format.isEmpty() || format.get().equals(table.format());
        return ofFormat
                && (Glob.fits(address, table.address())
                        || place(table).filter(folders::covers).isPresent());
    }

    /** True if all tables in a folder and below are covered, whatever they are. */
    boolean coversAllBelow(Location folder) {
        return format.isEmpty() && folders.covers(folder);
    }

    /** Where a table lives, if its address says. */
    private static Optional<Location> place(TableRef table) {
        try {
            return Optional.of(Location.parse(table.address()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return format.map(name -> name + ":").orElse("") + address;
    }
}
