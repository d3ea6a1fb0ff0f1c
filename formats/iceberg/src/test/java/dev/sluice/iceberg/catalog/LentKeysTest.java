/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.testing.TestClock;
import dev.sluice.storage.s3.AccessNotGranted;
import dev.sluice.storage.s3.Credentials;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When keys that a catalog lends are renewed, and what becomes of those that cannot be. */
class LentKeysTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final TestClock clock = TestClock.at("2026-11-30T02:00:00Z");
    private int renewals;
    private boolean refused;

    private FileProperties keys(String name, Instant... end) {
        Map<String, String> properties = new HashMap<>(
                Map.of("s3.access-key-id", name, "s3.secret-access-key", "secret", "s3.session-token", "session"));
        for (Instant each : end) {
            properties.put("s3.session-token-expires-at-ms", Long.toString(each.toEpochMilli()));
        }
        return new FileProperties(properties);
    }

    private FileProperties renewed() {
        renewals++;
        if (refused) {
            throw new AccessNotGranted("The catalog has no time.", true, null);
        }
        return keys("renewed-" + renewals, clock.instant().plus(HOUR));
    }

    private LentKeys lent(FileProperties first) {
        return new LentKeys(first, this::renewed, clock);
    }

    private static String name(LentKeys keys) {
        return keys.get().accessKey().reveal();
    }

    @Test
    void those_of_an_hour_are_renewed_five_minutes_before_they_end() {
        LentKeys keys = lent(keys("first", clock.instant().plus(HOUR)));

        clock.advance(Duration.ofMinutes(54));
        assertThat(name(keys)).isEqualTo("first");
        clock.advance(Duration.ofMinutes(1));
        assertThat(name(keys)).isEqualTo("renewed-1");
        assertThat(name(keys)).isEqualTo("renewed-1");
        assertThat(renewals).isEqualTo(1);
    }

    @Test
    void those_of_a_few_minutes_are_renewed_after_two_thirds_of_them() {
        LentKeys keys = lent(keys("first", clock.instant().plus(Duration.ofMinutes(3))));

        clock.advance(Duration.ofSeconds(119));
        assertThat(name(keys)).isEqualTo("first");
        clock.advance(Duration.ofSeconds(1));
        assertThat(name(keys)).isEqualTo("renewed-1");
    }

    @Test
    void while_they_hold_a_renewal_that_fails_is_tried_again_later_and_not_with_each_request() {
        LentKeys keys = lent(keys("first", clock.instant().plus(HOUR)));
        refused = true;

        clock.advance(Duration.ofMinutes(56));
        assertThat(name(keys)).isEqualTo("first");
        assertThat(name(keys)).isEqualTo("first");
        assertThat(renewals).isEqualTo(1);
        refused = false;
        clock.advance(Duration.ofMinutes(2));
        assertThat(name(keys)).isEqualTo("renewed-2");
    }

    @Test
    void once_they_have_ended_a_renewal_that_fails_is_told() {
        LentKeys keys = lent(keys("first", clock.instant().plus(HOUR)));
        refused = true;
        clock.advance(HOUR);

        assertThatThrownBy(() -> name(keys))
                .isInstanceOf(AccessNotGranted.class)
                .hasMessage("The catalog has no time.");
        refused = false;
        assertThat(name(keys)).isEqualTo("renewed-2");
    }

    @Test
    void those_whose_end_is_not_told_are_renewed_in_time_for_the_shortest_session_and_used_on_where_that_fails() {
        LentKeys keys = lent(keys("first"));
        refused = true;
        clock.advance(Duration.ofMinutes(16));
        assertThat(name(keys)).isEqualTo("first");
        assertThat(renewals).isEqualTo(1);

        refused = false;
        clock.advance(Duration.ofMinutes(10));
        assertThat(name(keys)).isEqualTo("renewed-2");
    }

    @Test
    void those_that_come_with_the_table_once_more_are_taken_if_they_last_longer() {
        LentKeys keys = lent(keys("first", clock.instant().plus(HOUR)));

        keys.take(keys("older", clock.instant().plus(Duration.ofMinutes(30))));
        assertThat(name(keys)).isEqualTo("first");
        keys.take(keys("newer", clock.instant().plus(Duration.ofHours(2))));
        assertThat(name(keys)).isEqualTo("newer");
        assertThat(renewals).isZero();
    }

    @Test
    void those_that_the_service_no_longer_takes_are_renewed_before_any_is_given_again() {
        LentKeys keys = lent(keys("first", clock.instant().plus(HOUR.multipliedBy(5))));
        Credentials.Static first = keys.get();

        keys.ended(first);

        assertThat(name(keys)).as("though they end earlier").isEqualTo("renewed-1");
        assertThat(name(keys)).isEqualTo("renewed-1");
        assertThat(renewals).isEqualTo(1);
    }

    @Test
    void of_many_requests_that_were_refused_with_the_same_keys_only_the_first_renews_them() {
        LentKeys keys = lent(keys("first", clock.instant().plus(HOUR)));
        Credentials.Static first = keys.get();
        keys.ended(first);
        keys.get();

        keys.ended(first);

        assertThat(name(keys)).isEqualTo("renewed-1");
        assertThat(renewals).isEqualTo(1);
    }

    @Test
    void those_that_the_service_no_longer_takes_are_not_given_again_where_there_are_no_others() {
        LentKeys keys = lent(keys("first", clock.instant().plus(HOUR)));
        refused = true;
        keys.ended(keys.get());

        assertThatThrownBy(() -> name(keys))
                .isInstanceOf(AccessNotGranted.class)
                .hasMessage("The catalog has no time.");
    }
}
