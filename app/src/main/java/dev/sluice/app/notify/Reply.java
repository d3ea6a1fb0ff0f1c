/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import java.time.Duration;
import java.util.Optional;

/** What came of a POST. */
sealed interface Reply {

    /**
     * The receiver answered.
     *
     * @param body its beginning
     * @param retryAfter how long it asks to be left alone
     */
    record Answered(int status, String body, Optional<Duration> retryAfter) implements Reply {

        boolean isFine() {
            return status / 100 == 2;
        }

        /** True if the receiver may take the same later. */
        boolean isForNow() {
            return status == 408 || status == 425 || status == 429 || status / 100 == 5;
        }
    }

    /** @param reason why no answer came, a full sentence */
    record Unanswered(String reason) implements Reply {}

    /** @param reason why it could not be sent at all, a full sentence */
    record Unsendable(String reason) implements Reply {}
}
