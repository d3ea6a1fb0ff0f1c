/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.testing.TestClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FleetProgressTest {

    private static final String CLEAR = "\r\u001b[K";

    private final TestClock clock = TestClock.at("2026-11-29T03:00:00Z");
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private FleetProgress progress(boolean terminal) {
        return new FleetProgress(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal, clock);
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    private void survey(FleetProgress progress, Duration each) {
        for (int i = 1; i <= 3; i++) {
            clock.advance(each);
            progress.progress(i - 1, i);
        }
        progress.searched(1_200);
        clock.advance(each);
        progress.progress(400, 1_200);
        clock.advance(each);
        progress.progress(1_200, 1_200);
        progress.ends();
    }

    @Test
    void writes_a_line_now_and_then_into_a_log() {
        survey(progress(false), Duration.ofSeconds(6));

        assertThat(shown()).isEqualTo("""
                        Looked at 1 of 2 tables found so far ...
                        Looked at 400 of 1,200 tables (33%), about 48 s left ...
                        Looked at 1,200 tables in 30.0 s.
                        """);
    }

    @Test
    void says_one_line_where_it_is_soon_over() {
        survey(progress(false), Duration.ofMillis(10));

        assertThat(shown()).isEqualTo("Looked at 1,200 tables in 0.1 s.\n");
    }

    @Test
    void draws_one_line_over_and_over_on_a_terminal_but_not_more_often_than_an_eye_can_see() {
        survey(progress(true), Duration.ofMillis(60));

        assertThat(shown())
                .isEqualTo(CLEAR + "Looked at 1 of 2 tables found so far ..." + CLEAR
                        + "Looked at 400 of 1,200 tables (33%), about 1 s left ..." + CLEAR
                        + "Looked at 1,200 tables in 0.3 s.\n");
    }

    @Test
    void does_not_divide_by_what_has_not_been_done() {
        FleetProgress progress = progress(true);
        progress.searched(0);
        clock.advance(Duration.ofSeconds(1));
        progress.progress(0, 0);

        assertThat(shown()).isEqualTo(CLEAR + "Looked at 0 of 0 tables (100%) ...");
    }
}
