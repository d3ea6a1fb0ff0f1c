/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import org.jspecify.annotations.Nullable;

/** How this engine says no: always with the file and, where there is one, the column. */
final class Refusal {

    /** Of what a library says: enough to find out what it means. */
    private static final int LONGEST = 200;

    private Refusal() {}

    static GateException unsupported(Location file, String reason) {
        return new GateException(Fault.TABLE_FEATURE_UNSUPPORTED, file.toString(), reason);
    }

    static GateException unsupported(Location file, String column, String reason) {
        return unsupported(file, "Column " + column + ": " + reason);
    }

    static GateException damaged(Location file, String reason, @Nullable Throwable cause) {
        return new GateException(Fault.TABLE_DAMAGED, file.toString(), reason, cause);
    }

    static GateException damaged(Location file, String column, String reason, @Nullable Throwable cause) {
        return damaged(file, "Column " + column + ": " + reason, cause);
    }

    /** What a library said, as the second half of a sentence: on one line, without whole schemas behind it. */
    static String saying(Throwable cause) {
        String message = cause.getMessage();
        if (message == null) {
            return cause.getClass().getSimpleName();
        }
        String line = message.replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
    }
}
