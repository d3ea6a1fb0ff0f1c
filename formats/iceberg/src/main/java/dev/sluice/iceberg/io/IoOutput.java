/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.PositionOutputStream;

/** A file that is being written. */
final class IoOutput implements StoreOutput {
    private final Location location;
    private final FileIO io;
    private final Clock clock;
    private final PositionOutputStream stream;
    private long position;
    private boolean committed;

    IoOutput(Location location, FileIO io, Clock clock) {
        this.location = location;
        this.io = io;
        this.clock = clock;
        this.stream = io.newOutputFile(IcebergPath.text(location)).create();
    }

    @Override
    public Location location() {
        return location;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void write(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        try {
            stream.write(copy);
            position += copy.length;
        } catch (IOException | RuntimeException e) {
            throw IoStore.failed(location, e);
        }
    }

    @Override
    public StoredFile commit() {
        try {
            stream.close();
            committed = true;
        } catch (IOException | RuntimeException e) {
            throw new GateException(Fault.UNANSWERED, location.toString(), IoStore.sentence(e), e);
        }
        return new StoredFile(location, Bytes.of(position), clock.instant());
    }

    /** Iceberg's access knows no way to give up a file: what was begun is finished and then deleted. */
    @Override
    public void close() {
        if (committed) {
            return;
        }
        committed = true;
        try {
            stream.close();
            io.deleteFile(IcebergPath.text(location));
        } catch (IOException | RuntimeException e) {
            throw IoStore.failed(location, e);
        }
    }
}
