/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** What is to go wrong on a {@link Machine}: asked once for each operation, in the order in which they happen. */
@FunctionalInterface
public interface FaultPlan {

    /** All goes well. */
    FaultPlan NONE = operation -> Event.NOTHING;

    Event at(Operation operation);

    /** The n-th operation goes wrong, counted from 1. */
    static FaultPlan nth(long n, Event event) {
        return operation -> operation.number() == n ? event : Event.NOTHING;
    }

    /** The first operation of a kind goes wrong. */
    static FaultPlan first(Predicate<Operation> kind, Event event) {
        AtomicBoolean happened = new AtomicBoolean();
        return operation -> kind.test(operation) && happened.compareAndSet(false, true) ? event : Event.NOTHING;
    }

    /**
     * One call that may have an effect or give an answer.
     *
     * @param number from 1 on, over all that works on one machine
     * @param name the port's own word: {@code putIfAbsent}, {@code journal.step}
     * @param subject the file or run it is about
     */
    record Operation(long number, String name, String subject) {

        /** What changes nothing, or nothing that outlasts the process. */
        private static final Set<String> PASSING = Set.of(
                "list",
                "list.next",
                "listFrom",
                "listFrom.next",
                "find",
                "holds",
                "access",
                "open",
                "readFully",
                "write",
                "close");

        /** What a store may do after it has left its caller without an answer. */
        private static final Set<String> MAY_COME_LATE = Set.of("putIfAbsent", "replace", "commit");

        /** True if it may happen, or still happen, although nobody answers. */
        boolean mayComeLate() {
            return MAY_COME_LATE.contains(name);
        }

        /** True if it leaves something behind, so that it matters most whether it was cut off before or after. */
        public boolean leavesTraces() {
            return !PASSING.contains(name);
        }

        @Override
        public String toString() {
            return "operation %d, %s of %s".formatted(number, name, subject);
        }
    }

    /** What can happen to one operation. */
    enum Event {
        NOTHING,
        /** It has no effect, and the caller is told of the failure. */
        FAILS_BEFORE,
        /** It has its whole effect, and the caller gets no answer that tells so. */
        FAILS_AFTER,
        /** It has no effect, and the caller gets the same answer as from FAILS_AFTER. */
        GETS_LOST,
        /**
         * It has no effect yet, the caller gets the same answer as from FAILS_AFTER, and it has its effect when {@link
         * Machine#arrive} is called. For what a single call does as a whole, not for the commit of an output.
         */
        COMES_LATE,
        /** It has no effect, and nothing works from then on. */
        POWER_CUT_BEFORE,
        /** It has its whole effect, the answer does not arrive, and nothing works from then on. */
        POWER_CUT_AFTER;

        boolean comesAfter() {
            return this == FAILS_AFTER || this == POWER_CUT_AFTER;
        }

        /** True if nobody can tell from the answer whether it had its effect. */
        boolean leavesInDoubt() {
            return comesAfter() || this == GETS_LOST || this == COMES_LATE;
        }

        boolean cutsThePower() {
            return this == POWER_CUT_BEFORE || this == POWER_CUT_AFTER;
        }
    }
}
