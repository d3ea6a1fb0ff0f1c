/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.StoredFile;
import java.util.List;
import java.util.Optional;

/**
 * Files below a table that its current version does not hold: two listings that delete nothing.
 *
 * @param unreferenced files not in the current version, whatever their age
 * @param eligible those of them that are older than the retention and that nothing kept refers to any longer
 * @param archived files not in the current version that lie in an archive; they are left where they are
 * @param objection why none of them may be removed, a full sentence; empty where nothing stands against it
 */
public record Leftovers(
        long unreferenced,
        Bytes unreferencedBytes,
        List<StoredFile> eligible,
        long archived,
        Optional<String> objection) {

    private static final long NOT_COUNTED = -1;

    public static final Leftovers NONE = new Leftovers(0, Bytes.ZERO, List.of());

    public Leftovers {
        eligible = List.copyOf(eligible);
    }

    /** Leftovers of which none is archived. */
    public Leftovers(
            long unreferenced, Bytes unreferencedBytes, List<StoredFile> eligible, Optional<String> objection) {
        this(unreferenced, unreferencedBytes, eligible, 0, objection);
    }

    /** Leftovers of which the eligible ones may be removed. */
    public Leftovers(long unreferenced, Bytes unreferencedBytes, List<StoredFile> eligible) {
        this(unreferenced, unreferencedBytes, eligible, Optional.empty());
    }

    /** Nobody could look, which is not the same as nothing found. */
    public static Leftovers notAssessed(String why) {
        return new Leftovers(NOT_COUNTED, Bytes.ZERO, List.of(), Optional.of(why));
    }

    /**
     * Nobody could look, for the reason that a listing gave.
     *
     * @throws GateException what was given, where it does not say that the files cannot be listed
     */
    public static Leftovers notAssessed(GateException refusal) {
        if (refusal.fault() != Fault.STORAGE && refusal.fault() != Fault.TABLE_FEATURE_UNSUPPORTED) {
            throw refusal;
        }
        return notAssessed("The table's files cannot be listed: %s: %s".formatted(refusal.subject(), refusal.reason()));
    }

    /** False where nobody could look; the objection then says why. */
    public boolean areAssessed() {
        return unreferenced != NOT_COUNTED;
    }

    public Bytes eligibleBytes() {
        return Bytes.of(eligible.stream().mapToLong(f -> f.size().count()).sum());
    }
}
