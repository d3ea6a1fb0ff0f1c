/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import java.time.Duration;
import java.util.Optional;

/** How an attempt to hand over a message ended. */
public sealed interface Outcome {

    Kind kind();

    /** What kept it, a full sentence without a secret; empty where nothing did. */
    String reason();

    /** The possible ends. */
    enum Kind {
        SENT,
        /** The same message would be refused again. */
        REJECTED,
        /** Trying later may help. */
        NOT_NOW
    }

    record Sent() implements Outcome {
        @Override
        public Kind kind() {
            return Kind.SENT;
        }

        @Override
        public String reason() {
            return "";
        }
    }

    record Rejected(String reason) implements Outcome {
        @Override
        public Kind kind() {
            return Kind.REJECTED;
        }
    }

    /** @param retryAfter how long the receiver asks to be left alone */
    record NotNow(String reason, Optional<Duration> retryAfter) implements Outcome {
        @Override
        public Kind kind() {
            return Kind.NOT_NOW;
        }
    }
}
