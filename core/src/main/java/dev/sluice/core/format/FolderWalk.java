/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A search from folder to folder. It lists the folders of each, never files, goes no deeper where a table is, and looks only
 * where something can match.
 */
final class FolderWalk implements Iterator<Sighting> {

    private final Store store;
    private final List<TableFormat> formats;
    private final Glob wanted;
    private final List<TablePattern> excluded;
    private final Deque<Location> ahead = new ArrayDeque<>();
    private @Nullable Sighting next;

    FolderWalk(Store store, List<TableFormat> formats, Glob wanted, List<TablePattern> excluded) {
        this.store = store;
        this.formats = formats;
        this.wanted = wanted;
        this.excluded = excluded;
        ahead.push(wanted.base());
    }

    Stream<Sighting> sightings() {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(this, Spliterator.NONNULL), false);
    }

    @Override
    public boolean hasNext() {
        while (next == null && !ahead.isEmpty()) {
            next = look(ahead.pop()).orElse(null);
        }
        return next != null;
    }

    @Override
    public Sighting next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        Sighting sighting = next;
        next = null;
        return sighting;
    }

    /** The table that a folder is, or why it cannot be looked into; else notes its folders for later, first things first. */
    private Optional<Sighting> look(Location folder) {
        List<Location> deeper = new ArrayList<>();
        Optional<Sighting> seen = Optional.empty();
        try (Stream<Location> folders = store.folders(folder)) {
            Optional<TableFormat> format = firstSign(folder, folders.iterator(), deeper);
            if (format.isPresent()) {
                TableRef table = new TableRef(format.get().name(), folder.toString());
                return wanted.matches(folder) ? Optional.of(Sighting.of(table)) : Optional.empty();
            }
        } catch (GateException e) {
            seen = Optional.of(Sighting.blocked(folder.toString(), e));
        }
        for (int i = deeper.size() - 1; i >= 0; i--) {
            ahead.push(deeper.get(i));
        }
        return seen;
    }

    /** The format that the first telling subfolder is of; until then, collects those to look into. */
    private Optional<TableFormat> firstSign(Location folder, Iterator<Location> folders, List<Location> deeper) {
        while (folders.hasNext()) {
            Location each = folders.next();
            for (TableFormat format : formats) {
                if (format.showsTable(folder, each.name())) {
                    return Optional.of(format);
                }
            }
            if (wanted.mayMatchAtOrBelow(each) && excluded.stream().noneMatch(p -> p.coversAllBelow(each))) {
                deeper.add(each);
            }
        }
        return Optional.empty();
    }
}
