/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.storage.s3.AccessNotGranted;
import dev.sluice.storage.s3.Credentials;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of a session that a catalog lends for a table, renewed before they expire. While they still hold, a renewal that
 * fails is tried again later; once they do not, it is a failure of whatever is asked for.
 */
final class LentKeys implements Supplier<Credentials.Static> {

    private static final Logger LOG = LoggerFactory.getLogger(LentKeys.class);

    /** Time enough for a request that has just been signed, and for a catalog that does not answer at once. */
    private static final Duration AHEAD = Duration.ofMinutes(5);

    /** The shortest that a session of AWS lives; where the catalog does not say, they are taken to live no longer. */
    private static final Duration UNTOLD = Duration.ofMinutes(15);

    /** How long keys are used on without another try that may have ended and whose end nobody told. */
    private static final Duration LATER = Duration.ofSeconds(30);

    private final Supplier<FileProperties> renewal;
    private final Clock clock;
    private Credentials.Static held;
    private boolean told;
    private Instant expires;
    private Instant renewFrom;

    /**
     * @param first as they came with the table
     * @param renewal asks the catalog for new ones
     */
    LentKeys(FileProperties first, Supplier<FileProperties> renewal, Clock clock) {
        this.renewal = renewal;
        this.clock = clock;
        Instant now = clock.instant();
        this.held = first.keys();
        this.told = first.expire().isPresent();
        this.expires = first.expire().orElse(now.plus(UNTOLD));
        this.renewFrom = renewFrom(now);
    }

    /** Others that the catalog gave for the same, unless those that are held last longer. */
    synchronized void take(FileProperties properties) {
        Instant now = clock.instant();
        Instant until = properties.expire().orElse(now.plus(UNTOLD));
        if (until.isAfter(expires)) {
            held = properties.keys();
            told = properties.expire().isPresent();
            expires = until;
            renewFrom = renewFrom(now);
        }
    }

    /** Two thirds of their life after they came, or shortly before they end, whichever is later. */
    private Instant renewFrom(Instant now) {
        Instant early = now.plus(Duration.between(now, expires).multipliedBy(2).dividedBy(3));
        Instant late = expires.minus(AHEAD);
        return early.isAfter(late) ? early : late;
    }

    @Override
    public synchronized Credentials.Static get() {
        Instant now = clock.instant();
        if (!now.isBefore(renewFrom)) {
            renew(now);
        }
        return held;
    }

    /**
     * Some that were given have ended before their time: if they are still the ones that are held, others are asked for
     * before any is given again, and are taken however long they last.
     */
    @SuppressWarnings("ReferenceEquality") // the same that were lent anew are others
    synchronized void ended(Credentials.Static keys) {
        if (keys == held) {
            told = true;
            expires = clock.instant();
            renewFrom = expires;
        }
    }

    private void renew(Instant now) {
        try {
            take(renewal.get());
        } catch (AccessNotGranted e) {
            if (told && !now.isBefore(expires)) {
                throw e;
            }
            LOG.debug("Keys that still hold could not be renewed yet", e);
        }
        if (!clock.instant().isBefore(renewFrom)) {
            // The same as before, or none: not with each request.
            renewFrom = now.plus(
                    now.isBefore(expires) ? Duration.between(now, expires).dividedBy(4) : LATER);
        }
    }
}
