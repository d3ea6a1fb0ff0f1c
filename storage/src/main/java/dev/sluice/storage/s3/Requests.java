/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.store.Location;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * How requests are sent: no more at a time than the service bears, each repeated with growing pauses while that can help
 * and patience lasts. The SDK repeats nothing on its own, since who repeats a write must know that it did.
 */
final class Requests {

    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    /** A wrong address is told soon; a network that is down for a moment is lived through. */
    private static final int MOST_WHEN_UNREACHABLE = 4;

    private final S3Limits limits;
    private final Loan.Desk loans;
    private final S3Failure failure;
    private final Throttle throttle;

    /** @param loans of the keys that requests are made with, where somebody lends them */
    Requests(S3Limits limits, Loan.Desk loans, S3Failure failure) {
        this.limits = limits;
        this.loans = loans;
        this.failure = failure;
        this.throttle = new Throttle(limits.connections(), limits.firstWait());
    }

    /** One request. */
    @FunctionalInterface
    interface Request<T> {

        /** @param inDoubt true if an earlier attempt may have happened, or may still happen */
        T send(boolean inDoubt);
    }

    /** Sends a request until it is answered; throws what is to be said where it is not. */
    <T> T send(Act act, Location subject, Request<T> request) {
        Patience patience = new Patience();
        Loan keys = loans.open();
        boolean inDoubt = false;
        while (true) {
            boolean complained = false;
            if (!throttle.enter()) {
                throw failure.interrupted(act, subject, inDoubt);
            }
            Trouble trouble;
            try {
                keys.use();
                return request.send(inDoubt);
            } catch (SdkException | UncheckedIOException | AccessNotGranted e) {
                trouble = Trouble.of(e);
                complained = trouble.kind() == Trouble.Kind.THROTTLED;
            } finally {
                throttle.leave(complained);
            }
            inDoubt |= trouble.mayHaveHappened();
            if (keys.isReturnedFor(trouble)) {
                continue;
            }
            if (!patience.lasts(act, subject, trouble)) {
                throw failure.of(act, subject, trouble, inDoubt, patience.attempts);
            }
            if (!sleep(patience.pause)) {
                throw failure.interrupted(act, subject, inDoubt);
            }
        }
    }

    /** How often and how long one call has tried. */
    private final class Patience {
        private final long end = System.nanoTime() + limits.patience().toNanos();
        private Duration wait = limits.firstWait();
        private Duration pause = Duration.ZERO;
        private int attempts;

        /** Says whether there is to be another attempt, after a pause. */
        boolean lasts(Act act, Location subject, Trouble trouble) {
            attempts++;
            if (trouble.kind() == Trouble.Kind.REFUSED
                    || (trouble.kind() == Trouble.Kind.UNREACHABLE && attempts >= MOST_WHEN_UNREACHABLE)) {
                return false;
            }
            // Not all at the same moment: those who were thrown out together would come back together.
            double share = ThreadLocalRandom.current().nextDouble(0.5, 1);
            pause = Duration.ofNanos((long) (wait.toNanos() * share));
            Duration asked = trouble.retryAfter().orElse(Duration.ZERO);
            pause = pause.compareTo(asked) < 0 ? asked : pause;
            if (System.nanoTime() + pause.toNanos() >= end) {
                return false;
            }
            LOG.debug("Could not {} at attempt {}: {}; again in {}", act.words(), attempts, subject, pause);
            wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait.multipliedBy(2);
            return true;
        }
    }

    private static boolean sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
