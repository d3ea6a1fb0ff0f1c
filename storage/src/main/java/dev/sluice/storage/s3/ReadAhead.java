/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was read of open files beyond what was asked for. No more is held than a share of the heap, what came first goes
 * first, and whoever misses it reads it again.
 */
final class ReadAhead {

    private static final int SHARE_OF_HEAP = 8;

    private final long most;
    private final Map<Object, byte[]> pieces = new LinkedHashMap<>();
    private long held;

    ReadAhead() {
        this(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    ReadAhead(long most) {
        this.most = most;
    }

    /** @param piece what it is asked for by, an object of its own */
    synchronized void keep(Object piece, byte[] bytes) {
        if (bytes.length > most) {
            return;
        }
        Iterator<byte[]> oldest = pieces.values().iterator();
        while (held + bytes.length > most && oldest.hasNext()) {
            held -= oldest.next().length;
            oldest.remove();
        }
        pieces.put(piece, bytes);
        held += bytes.length;
    }

    synchronized byte @Nullable [] of(Object piece) {
        return pieces.get(piece);
    }

    synchronized void forget(Object piece) {
        byte[] bytes = pieces.remove(piece);
        if (bytes != null) {
            held -= bytes.length;
        }
    }

    synchronized long held() {
        return held;
    }
}
