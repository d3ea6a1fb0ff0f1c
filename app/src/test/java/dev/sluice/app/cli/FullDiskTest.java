/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import dev.sluice.storage.LocalStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A disk that fills up while a file is written, and one that is full when the commit is to be put. */
class FullDiskTest extends BadInput {

    private static final String NO_SPACE = "No space left on device.";

    @Test
    void a_disk_that_fills_up_while_a_file_is_written_leaves_the_table_as_it_was() {
        Path table = writeDemo("orders");

        failed(whereNothingCanBeWritten(false), Fault.STORAGE, table.toString(), NO_SPACE, "run", "delta:orders");
    }

    @Test
    void a_disk_that_is_full_at_the_commit_leaves_the_table_as_it_was_and_no_file_behind() {
        Path table = writeDemo("orders");

        failed(whereNothingCanBeWritten(true), Fault.STORAGE, "delta:" + table, NO_SPACE, "run", "delta:orders");
    }

    /** A store of local files on a disk that is full, for all files or only for the small one of a commit. */
    private static Store whereNothingCanBeWritten(boolean onlyCommits) {
        Store store = new LocalStore();
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (onlyCommits && method.getName().equals("putIfAbsent")) {
                        throw noSpace((Location) arguments[0]);
                    }
                    if (!onlyCommits && method.getName().equals("create")) {
                        return new FullOutput(store.create((Location) arguments[0]));
                    }
                    return through(store, method, arguments);
                });
    }

    private static Object through(Store store, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static GateException noSpace(Location file) {
        return new GateException(Fault.STORAGE, file.toString(), "Could not write it. " + NO_SPACE);
    }

    /** A file that was begun and cannot grow. */
    private record FullOutput(StoreOutput output) implements StoreOutput {

        @Override
        public Location location() {
            return output.location();
        }

        @Override
        public long position() {
            return output.position();
        }

        @Override
        public void write(ByteBuffer bytes) {
            throw noSpace(location());
        }

        @Override
        public StoredFile commit() {
            throw noSpace(location());
        }

        @Override
        public void close() {
            output.close();
        }
    }
}
