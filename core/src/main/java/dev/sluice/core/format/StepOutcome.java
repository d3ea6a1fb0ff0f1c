/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import java.util.Optional;

/** How a step ended, saying itself whether one may continue and whether one may clean up. */
public sealed interface StepOutcome {

    /** The ends of a step that are expected; a refusal or a sure failure is an exception. */
    enum Kind {
        DONE(true, false),
        SKIPPED(true, true),
        CONFLICTED(false, true),
        UNKNOWN(false, false);

        private final boolean mayContinue;
        private final boolean mayCleanUp;

        Kind(boolean mayContinue, boolean mayCleanUp) {
            this.mayContinue = mayContinue;
            this.mayCleanUp = mayCleanUp;
        }
    }

    Kind kind();

    /** A full sentence on how it ended. */
    String text();

    /** True if the next step may start. */
    default boolean mayContinue() {
        return kind().mayContinue;
    }

    /** True if files that the step wrote and did not commit may be removed: only where it surely did not commit. */
    default boolean mayCleanUp() {
        return kind().mayCleanUp;
    }

    /** The rewrite that the step committed. */
    default Optional<Change> change() {
        return Optional.empty();
    }

    /** The version that the step made by changing lists: no data file went in or out. */
    default Optional<Relisting> relisting() {
        return Optional.empty();
    }

    /** What the step committed, of whichever kind. */
    default Optional<Change> commit() {
        return change().or(() -> relisting().map(Relisting::change));
    }

    /** What the step took away from the store. */
    default Optional<Removal> removal() {
        return Optional.empty();
    }

    /** The versions that the step made the table forget. */
    default Optional<Expiration> expiration() {
        return Optional.empty();
    }

    /** The step is committed. */
    record Done(Change committed, String text) implements StepOutcome {
        @Override
        public Kind kind() {
            return Kind.DONE;
        }

        @Override
        public Optional<Change> change() {
            return Optional.of(committed);
        }
    }

    /** The step is committed, and has changed what the table lists besides data files, or how it lists these. */
    record Relisted(Relisting account, String text) implements StepOutcome {
        @Override
        public Kind kind() {
            return Kind.DONE;
        }

        @Override
        public Optional<Relisting> relisting() {
            return Optional.of(account);
        }
    }

    /** The step has taken files away, each with an account of its own. */
    record Removed(Removal account, String text) implements StepOutcome {
        @Override
        public Kind kind() {
            return Kind.DONE;
        }

        @Override
        public Optional<Removal> removal() {
            return Optional.of(account);
        }
    }

    /** The step has made the table forget versions. */
    record Expired(Expiration account, String text) implements StepOutcome {
        @Override
        public Kind kind() {
            return Kind.DONE;
        }

        @Override
        public Optional<Expiration> expiration() {
            return Optional.of(account);
        }
    }

    /** There was nothing left to do. */
    record Skipped(String text) implements StepOutcome {
        @Override
        public Kind kind() {
            return Kind.SKIPPED;
        }
    }

    /** Another writer won; nothing of ours is in the table. */
    record Conflicted(String text) implements StepOutcome {
        @Override
        public Kind kind() {
            return Kind.CONFLICTED;
        }
    }

    /** Nobody can tell whether the commit went in; nothing is touched until a person has looked. */
    record Unknown(String text) implements StepOutcome {
        @Override
        public Kind kind() {
            return Kind.UNKNOWN;
        }
    }
}
