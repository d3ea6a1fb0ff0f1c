/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A store on a {@link Machine}: every call of it, every element of a listing and every single deletion is an operation
 * that may fail before or after its effect. What is being written when the power is cut is lost.
 */
public final class FaultyStore implements Store {

    private final Store store;
    private final Machine machine;

    public FaultyStore(Store store, Machine machine) {
        this.store = store;
        this.machine = machine;
    }

    @Override
    public Stream<StoredFile> list(Location folder) {
        return listed("list", folder, opened("list", folder, () -> store.list(folder), Stream::close));
    }

    @Override
    public Stream<StoredFile> listFrom(Location folder, String from) {
        return listed(
                "listFrom", folder, opened("listFrom", folder, () -> store.listFrom(folder, from), Stream::close));
    }

    @Override
    public Stream<Location> folders(Location folder) {
        return listed("folders", folder, opened("folders", folder, () -> store.folders(folder), Stream::close));
    }

    /** Opens something, and closes it again where the caller is not to learn of it. */
    private <T> T opened(String name, Location place, Supplier<T> opening, Consumer<T> closing) {
        List<T> opened = new ArrayList<>();
        try {
            return machine.does(name, place.toString(), () -> {
                opened.add(opening.get());
                return opened.get(0);
            });
        } catch (GateException e) {
            opened.forEach(closing);
            throw e;
        }
    }

    private <T> Stream<T> listed(String name, Location folder, Stream<T> entries) {
        Iterator<T> iterator = entries.iterator();
        Iterator<T> faulty = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return iterator.hasNext();
            }

            @Override
            public T next() {
                return machine.does(name + ".next", folder.toString(), iterator::next);
            }
        };
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(faulty, Spliterator.NONNULL), false)
                .onClose(entries::close);
    }

    @Override
    public Optional<StoredFile> find(Location file) {
        return machine.does("find", file.toString(), () -> store.find(file));
    }

    @Override
    public List<StoredFile> unfinished(Location file) {
        return machine.does("unfinished", file.toString(), () -> store.unfinished(file));
    }

    @Override
    public boolean holds(Location folder) {
        return machine.does("holds", folder.toString(), () -> store.holds(folder));
    }

    @Override
    public StoreInput open(Location file) {
        return new FaultyInput(opened("open", file, () -> store.open(file), StoreInput::close));
    }

    @Override
    public StoreOutput create(Location file) {
        return new FaultyOutput(opened("create", file, () -> store.create(file), StoreOutput::close));
    }

    @Override
    public PutOutcome putIfAbsent(Location file, byte[] content) {
        return machine.does("putIfAbsent", file.toString(), () -> store.putIfAbsent(file, content));
    }

    @Override
    public Access access(Location place) {
        return machine.does("access", place.toString(), () -> store.access(place));
    }

    @Override
    public Location realPlace(Location folder) {
        return store.realPlace(folder);
    }

    @Override
    public Optional<Bucket> unproven(Location place) {
        return store.unproven(place);
    }

    @Override
    public void replace(Location file, byte[] content) {
        machine.act("replace", file.toString(), () -> store.replace(file, content));
    }

    /** A deletion that fails alone is an outcome, as stores have it; without power the call itself fails. */
    @Override
    public List<DeleteOutcome> delete(List<Location> files) {
        List<DeleteOutcome> outcomes = new ArrayList<>(files.size());
        for (Location file : files) {
            try {
                outcomes.addAll(machine.does("delete", file.toString(), () -> store.delete(List.of(file))));
            } catch (GateException e) {
                if (machine.isDead()) {
                    throw e;
                }
                outcomes.add(new DeleteOutcome(file, DeleteOutcome.Kind.FAILED, e.reason()));
            }
        }
        return outcomes;
    }

    /** A file that is being read. */
    private final class FaultyInput implements StoreInput {
        private final StoreInput input;

        FaultyInput(StoreInput input) {
            this.input = input;
        }

        @Override
        public Location location() {
            return input.location();
        }

        @Override
        public long size() {
            return input.size();
        }

        @Override
        public void readFully(long position, ByteBuffer target) {
            machine.act("readFully", location().toString(), () -> input.readFully(position, target));
        }

        @Override
        public void close() {
            input.close();
        }
    }

    /** A file that is being written. Closing it always lets go of what is below, also where it fails. */
    private final class FaultyOutput implements StoreOutput {
        private final StoreOutput output;
        private boolean closed;

        FaultyOutput(StoreOutput output) {
            this.output = output;
        }

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
            machine.act("write", location().toString(), () -> output.write(bytes));
        }

        @Override
        public StoredFile commit() {
            return machine.does("commit", location().toString(), output::commit);
        }

        @Override
        public void close() {
            if (closed) {
                return;
            }
            closed = true;
            output.close();
            machine.act("close", location().toString(), () -> {});
        }
    }
}
