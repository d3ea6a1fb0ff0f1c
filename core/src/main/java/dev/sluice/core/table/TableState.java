/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One version of a table as found. Files are streamed: a table with a million files never sits in memory as a million
 * objects unless a step needs them.
 */
public interface TableState {

    TableRef table();

    long version();

    /** When this state was read, by Sluice's clock. */
    Instant readAt();

    /**
     * A digest of all that a plan depends on besides the files: schema, partitioning and the properties that matter.
     * A plan made for one fingerprint does not fit another.
     */
    String fingerprint();

    /** The live data files, streamed anew at each call. Close the stream. */
    Stream<DataFile> files();

    History history();

    /** The file size that the table's own properties ask for. */
    Optional<Bytes> preferredFileSize();

    /** Why the table must not be changed; empty where it may. */
    List<Objection> objections();

    /**
     * What the table asks of its files and a rewrite does not give them, as a sentence without its full stop; empty where
     * it gives them all.
     */
    default Optional<String> unmetWish() {
        return Optional.empty();
    }

    /** Who has committed to the table of late, as far as its history is looked at; empty where the format cannot tell. */
    default List<Writer> writers() {
        return List.of();
    }

    /** Where a data file lies; empty where the format cannot tell. */
    default Optional<Location> place(DataFile file) {
        return Optional.empty();
    }

    /** The folders that a change of the table writes files into; empty where the format cannot tell. */
    default List<Location> writtenFolders() {
        return List.of();
    }

    /**
     * The small manifests that are worth rewriting into fewer, as they will be once some data files are rewritten; empty
     * where rewriting does not pay, or the table wants none of it, and for formats without manifests.
     *
     * @param rewritten paths of the data files that go out of the table before
     * @param commits how many commits take them out; each adds a manifest
     */
    default Optional<SmallManifests> smallManifests(Set<String> rewritten, int commits) {
        return Optional.empty();
    }

    /** The names and types of the columns that a partition filter may speak of, in order. */
    List<PartitionColumn> partitionColumns();

    /** The types of the columns that files are partitioned by and that no filter may speak of, by the columns' names. */
    default Map<String, String> partitionTypesThatNoFilterKnows() {
        return Map.of();
    }

    /**
     * The partitions that may hold rows for which a filter is true, of those that {@link #files} has shown. Empty where a
     * partition's fields are the values of its rows, so that anybody can tell.
     *
     * @throws dev.sluice.core.fault.GateException with {@code CONFIG_INVALID} if the filter would leave out no partition
     *     whatever it holds
     */
    default Optional<Predicate<Partition>> mayHold(RowFilter filter) {
        return Optional.empty();
    }
}
