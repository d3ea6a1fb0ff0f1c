/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The contents of files as one of Kernel's handlers reads them, one file after the other, so that a file that is damaged is
 * named. The handlers say what their parsers say, which knows nothing of files, and in ways that pass for a fault of the
 * store.
 */
final class LogFileReader<T> implements CloseableIterator<T> {

    /** Reads one file, as one of Kernel's handlers does. */
    interface Handler<T> {
        CloseableIterator<T> read(CloseableIterator<FileStatus> one) throws IOException;
    }

    private final CloseableIterator<FileStatus> files;
    private final String kind;
    private final Handler<T> handler;
    private @Nullable FileStatus file;
    private @Nullable CloseableIterator<T> content;

    /** @param kind what the files are, as in "It cannot be read as JSON" */
    LogFileReader(CloseableIterator<FileStatus> files, String kind, Handler<T> handler) {
        this.files = files;
        this.kind = kind;
        this.handler = handler;
    }

    @Override
    public boolean hasNext() {
        while (true) {
            CloseableIterator<T> current = content;
            if (current != null && naming(current::hasNext)) {
                return true;
            }
            if (!files.hasNext()) {
                return false;
            }
            open(files.next());
        }
    }

    private void open(FileStatus next) {
        closeContent();
        file = next;
        content = naming(() -> {
            try {
                return handler.read(Utils.singletonCloseableIterator(next));
            } catch (IOException e) {
                throw new UnreadableFile(e);
            }
        });
    }

    @Override
    public T next() {
        CloseableIterator<T> current = hasNext() ? content : null;
        if (current == null) {
            throw new NoSuchElementException();
        }
        return naming(current::next);
    }

    private <R> R naming(Supplier<R> reading) {
        try {
            return reading.get();
        } catch (RuntimeException e) {
            FileStatus read = file;
            throw read == null || !isDamage(e) ? e : damaged(read, e);
        }
    }

    private GateException damaged(FileStatus read, RuntimeException cause) {
        return new GateException(
                Fault.TABLE_DAMAGED,
                KernelPath.location(read.getPath()).toString(),
                "It cannot be read as %s: it is damaged, or was not written to its end. The versions that build on it cannot be read until it is as it was."
                        .formatted(kind),
                cause);
    }

    /** False where the store gave no file, or Kernel says that it does not know what is in it. */
    private static boolean isDamage(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof GateException
                    || cause instanceof FileNotFoundException
                    || cause instanceof UnsupportedOperationException) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        try {
            closeContent();
        } finally {
            files.close();
        }
    }

    private void closeContent() {
        Utils.closeCloseables(content);
        content = null;
    }

    /** That a handler could not begin to read a file. */
    private static final class UnreadableFile extends RuntimeException {
        UnreadableFile(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
