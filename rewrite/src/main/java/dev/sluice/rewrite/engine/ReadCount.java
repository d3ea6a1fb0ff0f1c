/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/** How many bytes were asked of the store. */
final class ReadCount {

    private final AtomicLong bytes = new AtomicLong();

    Bytes total() {
        return Bytes.of(bytes.get());
    }

    StoreInput counting(StoreInput input) {
        return new Counting(input, bytes);
    }

    /** An input whose reads are counted. */
    private record Counting(StoreInput input, AtomicLong bytes) implements StoreInput {

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
            bytes.addAndGet(target.remaining());
            input.readFully(position, target);
        }

        @Override
        public void close() {
            input.close();
        }
    }
}
