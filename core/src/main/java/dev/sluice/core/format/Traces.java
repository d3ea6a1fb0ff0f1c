/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.StoredFile;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a run of ours left in a table and below it.
 *
 * @param committed the version that put one of its files into the table; empty if none did
 * @param strays files of it that are there although no version of the table has ever held them
 * @param mayArriveLate true if the table lies on a store where a commit that was sent may still arrive although whoever
 *     sent it is gone
 */
public record Traces(OptionalLong committed, List<StoredFile> strays, boolean mayArriveLate) {

    public Traces {
        strays = List.copyOf(strays);
    }

    /** Traces in a store where nothing is under way once whoever sent it is gone. */
    public Traces(OptionalLong committed, List<StoredFile> strays) {
        this(committed, strays, false);
    }
}
