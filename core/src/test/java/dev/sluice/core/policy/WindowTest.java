/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
        09:00-17:30, 08:59, false
        09:00-17:30, 09:00, true
        09:00-17:30, 17:29, true
        09:00-17:30, 17:30, false
        22:00-05:30, 21:59, false
        22:00-05:30, 22:00, true
        22:00-05:30, 23:59, true
        22:00-05:30, 00:00, true
        22:00-05:30, 05:29, true
        22:00-05:30, 05:30, false
        00:00-06:00, 00:00, true
        18:00-00:00, 23:59, true
        18:00-00:00, 00:00, false
        """)
    void a_window_begins_with_its_first_minute_and_ends_before_its_last(String window, String time, boolean inside) {
        assertThat(Window.parse(window).contains(Instant.parse("2026-11-29T" + time + ":00Z")))
                .isEqualTo(inside);
        assertThat(Window.parse(window)).hasToString(window);
    }
}
