/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.utils.CloseableIterator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;

/** A file that Kernel writes. What exists already stays as it is; only the hint {@code _last_checkpoint} is replaced. */
final class StoreOutputFile implements OutputFile {

    private final Store store;
    private final Location location;
    private final String path;

    StoreOutputFile(Store store, String path) {
        this.store = store;
        this.location = KernelPath.location(path);
        this.path = path;
    }

    @Override
    public String path() {
        return path;
    }

    /** Whether asked for or not, a file appears as a whole, when the stream is closed. */
    @Override
    public StoreOutputStream create(boolean atomicWrite) throws IOException {
        try {
            return new StoreOutputStream(store, store.create(location));
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void writeAtomically(CloseableIterator<String> lines, boolean overwrite) throws IOException {
        try (lines) {
            if (overwrite && !isHint()) {
                throw new GateException(
                        Fault.UNSAFE, location.toString(), "Of a Delta log only _last_checkpoint is ever overwritten.");
            }
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            while (lines.hasNext()) {
                content.writeBytes(lines.next().getBytes(StandardCharsets.UTF_8));
                content.write('\n');
            }
            write(content.toByteArray(), overwrite);
        }
    }

    private void write(byte[] content, boolean overwrite) throws IOException {
        try {
            if (overwrite) {
                store.replace(location, content);
            } else if (store.putIfAbsent(location, content) == Store.PutOutcome.EXISTS) {
                throw new FileAlreadyExistsException(location.toString());
            }
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private boolean isHint() {
        return location.name().equals("_last_checkpoint")
                && location.parent().name().equals("_delta_log");
    }
}
