/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import org.jspecify.annotations.Nullable;

/** The lent keys of one call: they are given back once where the service says that they have ended. */
final class Loan {

    private final Credentials.@Nullable Lent lender;
    private Credentials.@Nullable Static used;
    private boolean returned;

    private Loan(Credentials.@Nullable Lent lender) {
        this.lender = lender;
    }

    /** A way to such loans, one for each call. */
    interface Desk {
        Loan open();
    }

    /** Of credentials that nobody lends there is nothing to give back. */
    static Desk of(Credentials credentials) {
        Credentials.@Nullable Lent lender = credentials instanceof Credentials.Lent lent ? lent : null;
        return () -> new Loan(lender);
    }

    /** Before each attempt: these are the keys that it is about to be made with. */
    void use() {
        if (lender != null) {
            used = lender.keys().get();
        }
    }

    /** True if others are to be tried. */
    boolean isReturnedFor(Trouble trouble) {
        if (lender == null || used == null || returned || !trouble.mayMeanEndedKeys()) {
            return false;
        }
        returned = true;
        lender.ended().accept(used);
        return true;
    }
}
