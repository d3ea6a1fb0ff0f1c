/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** An open file; each read has a stream of its own unless the access reads ranges. */
final class IoInput implements StoreInput {
    private final Location location;
    private final InputFile file;
    private final long size;

    IoInput(Location location, InputFile file) {
        this.location = location;
        this.file = file;
        this.size = file.getLength();
    }

    @Override
    public Location location() {
        return location;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void readFully(long position, ByteBuffer target) {
        byte[] bytes = new byte[target.remaining()];
        if (position > size - bytes.length) {
            throw new GateException(
                    Fault.STORAGE,
                    location.toString(),
                    "It has %d bytes, so that %d bytes from %d cannot be read."
                            .formatted(size, bytes.length, position));
        }
        try (SeekableInputStream stream = file.newStream()) {
            if (stream instanceof RangeReadable ranges) {
                ranges.readFully(position, bytes);
            } else {
                stream.seek(position);
                IOUtil.readFully(stream, bytes, 0, bytes.length);
            }
        } catch (IOException | RuntimeException e) {
            throw IoStore.failed(location, e);
        }
        target.put(bytes);
    }

    @Override
    public void close() {
        // Nothing is held between two reads.
    }
}
