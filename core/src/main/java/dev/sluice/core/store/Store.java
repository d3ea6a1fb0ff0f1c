/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A place that holds files. That something is absent is a value. When the store fails, a call throws {@link
 * dev.sluice.core.fault.GateException} with the location as its subject, and the fault says what may have become of it:
 *
 * <ul>
 *   <li>{@code STORAGE}: surely refused. Of what was to be written nothing is there and nothing can arrive any more; what
 *       was to be read was not.
 *   <li>{@code UNANSWERED}: a write ({@link #putIfAbsent}, {@link #replace}, {@link StoreOutput#commit}) was sent, and no
 *       answer came that tells how it ended. The file may be there, and one that is not there may still appear at any
 *       later time: that it cannot be found proves nothing.
 * </ul>
 */
public interface Store {

    /**
     * All files below a folder at any depth, streamed, in no promised order; a folder that does not exist has none.
     * Symbolic links are neither followed nor listed. Close the stream.
     */
    Stream<StoredFile> list(Location folder);

    /**
     * The files directly in a folder whose names are at or after {@code from}, in the order of their names' UTF-8 bytes,
     * streamed. A folder that does not exist has none. Close the stream.
     */
    Stream<StoredFile> listFrom(Location folder, String from);

    /**
     * The folders directly in a folder, in the order of their names' UTF-8 bytes, streamed; what lies in them is not looked
     * at. A folder that does not exist has none. Symbolic links are neither followed nor listed. Close the stream.
     */
    Stream<Location> folders(Location folder);

    Optional<StoredFile> find(Location file);

    /** True if a folder exists or, on stores without folders, if any file lies below it. */
    boolean holds(Location folder);

    /**
     * Opens a file for reading at any position; many threads may read from one input at a time. Where the store is sure
     * that nothing is there, the exception's cause is a {@link java.nio.file.NoSuchFileException}.
     */
    StoreInput open(Location file);

    /** Begins a new file, which becomes visible as a whole when the output is committed, and not before. */
    StoreOutput create(Location file);

    /**
     * What writers left of a file that they began under this name and did not commit; they may be at it still. Each is
     * found by {@link #find} and taken away by {@link #delete}, as a file is, and is in no listing of files.
     */
    List<StoredFile> unfinished(Location file);

    /**
     * Writes a small file if nothing is there yet. One of any number of racing callers, in any process, gets CREATED; EXISTS
     * always speaks of another caller's file, never of one's own that an earlier attempt of this very call has written.
     * After {@code UNANSWERED}, whoever must know reads the file back and looks for their own content.
     */
    PutOutcome putIfAbsent(Location file, byte[] content);

    /**
     * Where a folder really lies: one location for all the names that it has, as far as the store can tell. What is not there,
     * or cannot be looked at, lies where its parent does; what another store holds, where it is said to.
     */
    Location realPlace(Location folder);

    /** How a place is reached: asks the store for what it tells of itself, and changes nothing. */
    Access access(Location place);

    /**
     * The bucket that keeps a place, where nobody has vouched for its {@link #putIfAbsent}: a service that ignores the
     * condition says CREATED and overwrites. Empty where that is out of the question.
     */
    Optional<Bucket> unproven(Location place);

    /**
     * Writes a small file, whatever was there before. A reader sees the old content or the new, each as a whole; of several
     * writers the last one wins. Only for files that are mere hints and that every reader can do without.
     */
    void replace(Location file, byte[] content);

    /**
     * Deletes files, with an outcome for each, in the order given. Never follows a link, never deletes a folder. A store
     * that does not tell whether a file was there says DELETED of one that was not.
     */
    List<DeleteOutcome> delete(List<Location> files);

    /** What came of a {@link #putIfAbsent}. */
    enum PutOutcome {
        CREATED,
        /** Something was there before; it is unchanged. */
        EXISTS
    }

    /** What came of the deletion of one file. */
    record DeleteOutcome(Location file, Kind kind, String reason) {

        /** The ends of one deletion. */
        public enum Kind {
            DELETED,
            ABSENT,
            FAILED
        }
    }
}
