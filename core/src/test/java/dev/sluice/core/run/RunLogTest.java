/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Bucket;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.TestClock;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunLogTest {

    private static final Bucket LAKE = new Bucket("https://s3.internal:9000", "lake");

    private final TestClock clock = TestClock.at("2026-11-29T03:00:00Z");
    private final InMemoryJournal journal = new InMemoryJournal(clock);

    @Test
    void what_was_found_of_a_service_holds_for_thirty_days_and_for_all_runs() {
        assertThat(aRun().isProven(LAKE)).isFalse();

        aRun().proves(LAKE);

        assertThat(aRun().isProven(LAKE)).isTrue();
        assertThat(aRun().isProven(new Bucket(LAKE.endpoint(), "archive"))).isFalse();
        clock.advance(Duration.ofDays(30).minusSeconds(1));
        assertThat(aRun().isProven(LAKE)).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(aRun().isProven(LAKE)).isFalse();
    }

    private RunLog aRun() {
        return new RunLog(RunId.next(clock, new Random(1)), journal, Watcher.NONE, clock);
    }
}
