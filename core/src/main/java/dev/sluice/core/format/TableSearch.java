/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the tables that patterns name, each once, without opening any of them. Only lists. */
public final class TableSearch {

    private final Formats formats;
    private final Store store;

    public TableSearch(Formats formats, Store store) {
        this.formats = formats;
        this.store = store;
    }

    /**
     * The tables that a pattern names, as they are found, without those that others exclude. A place that cannot be looked
     * into is told of and does not end the search. Close the stream.
     */
    public Stream<Sighting> find(TablePattern pattern, List<TablePattern> excluded) {
        return find(List.of(pattern), excluded);
    }

    /** The tables that any of several patterns names. */
    public Stream<Sighting> find(List<TablePattern> patterns, List<TablePattern> excluded) {
        Set<TableRef> seen = new HashSet<>();
        Predicate<TableRef> isExcluded = table -> excluded.stream().anyMatch(each -> each.covers(table));
        return patterns.stream()
                .flatMap(pattern -> each(pattern, excluded))
                .filter(sighting -> sighting.table().isEmpty()
                        || (sighting.table().filter(isExcluded.negate()).isPresent()
                                && seen.add(sighting.table().get())));
    }

    private Stream<Sighting> each(TablePattern pattern, List<TablePattern> excluded) {
        Optional<TableFormat> format = pattern.format().flatMap(formats::named);
        return format.flatMap(f -> f.named(pattern.address())).orElseGet(() -> {
            List<TableFormat> asked = format.map(List::of).orElse(formats.all());
            return new FolderWalk(store, asked, pattern.folders(), excluded).sightings();
        });
    }
}
