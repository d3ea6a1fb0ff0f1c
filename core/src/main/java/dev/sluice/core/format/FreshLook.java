/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.util.function.Supplier;

/**
 * A look at a table as it is now. Where another writer makes the table forget the version that is being looked at, there is
 * a newer one to look at instead.
 */
public final class FreshLook {

    /** A table that forgets faster than it can be read is told as that. */
    static final int LOOKS = 3;

    private FreshLook() {}

    /**
     * Looks until nothing is forgotten meanwhile.
     *
     * @param look begins with the table's newest version each time
     * @throws GateException with {@code VERSION_FORGOTTEN} where that happened each time
     */
    public static <T> T at(Supplier<T> look) {
        for (int looks = 1; ; looks++) {
            try {
                return look.get();
            } catch (GateException e) {
                if (e.fault() != Fault.VERSION_FORGOTTEN || looks == LOOKS) {
                    throw e;
                }
            }
        }
    }

    /** The same where nothing is to be told of it. */
    public static void at(Runnable look) {
        at(() -> {
            look.run();
            return look;
        });
    }
}
