/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.delta.kernel.KernelPath;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.DeletionVectorUtils;
import java.io.FileNotFoundException;
import java.util.Locale;
import java.util.Optional;

/** The deletion vectors of a table's files: which rows are deleted. */
final class DeletionVectors {

    private final Engine engine;
    private final DeltaState state;

    DeletionVectors(Engine engine, DeltaState state) {
        this.engine = engine;
        this.state = state;
    }

    /**
     * The places of the rows that a vector deletes, in order.
     *
     * @param of the data file that it belongs to, as the log has it
     * @throws GateException with {@code TABLE_DAMAGED} if its file is missing or is not what the log says of it
     */
    long[] deleted(DeletionVectorDescriptor vector, String of) {
        String root = state.snapshot().getDataPath().toString();
        try {
            return DeletionVectorUtils.loadNewDvAndBitmap(engine, root, vector)
                    ._2
                    .toArray();
        } catch (RuntimeException e) {
            if (Refusals.find(e, FileNotFoundException.class) == null
                    && Refusals.find(e, GateException.class) != null) {
                throw Refusals.of(state.table().toString(), e);
            }
            Optional<Location> file = file(vector, state.location());
            throw new GateException(
                    Fault.TABLE_DAMAGED,
                    file.map(Location::toString).orElse(state.table().toString()),
                    "The deletion vector of %s cannot be read: %s. Which of its rows are deleted cannot be told."
                            .formatted(of, what(vector, file.isPresent(), e)),
                    e);
        }
    }

    /** The file that holds a vector; empty where the log holds it itself, or says of its place what is no address. */
    static Optional<Location> file(DeletionVectorDescriptor vector, Location table) {
        try {
            return vector.isInline()
                    ? Optional.empty()
                    : Optional.of(KernelPath.location(vector.getAbsolutePath(KernelPath.text(table))));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** PROTOCOL.md, "Deletion Vector Format": size, content and checksum follow one another in the file. */
    private static String what(DeletionVectorDescriptor vector, boolean hasPlace, RuntimeException thrown) {
        if (vector.isInline()) {
            return "what the log holds of it is damaged";
        }
        if (!hasPlace) {
            return "by the log it lies at \"%s\", which is no address".formatted(vector.getPathOrInlineDv());
        }
        if (Refusals.find(thrown, FileNotFoundException.class) != null) {
            return "the file is missing";
        }
        String message = String.valueOf(thrown.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("checksum mismatch")) {
            return "its checksum does not fit its content";
        }
        if (message.contains("size mismatch")) {
            return "it does not have the size of %d bytes that the log says".formatted(vector.getSizeInBytes());
        }
        return "the file is damaged, or was not written to its end";
    }
}
