/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
        '',     '',      0
        '',     abc,     3
        abc,    '',      3
        abc,    abc,     0
        abc,    abd,     1
        abc,    ac,      1
        abc,    xabc,    1
        kitten, sitting, 3
        ab,     ba,      2
        """)
    void the_distance_counts_letters_put_in_taken_out_and_changed(String from, String to, int distance) {
        assertThat(Nearest.distance(from, to)).isEqualTo(distance);
    }

    @Test
    void the_nearest_word_is_named_only_if_it_is_near() {
        List<String> known = List.of("retention_hours", "mode", "where");

        assertThat(Nearest.to("retention-hour", known)).contains("retention_hours");
        assertThat(Nearest.to("MODE", known)).contains("mode");
        assertThat(Nearest.to("were", known)).contains("where");
        assertThat(Nearest.to("frobnicate", known)).isEmpty();
        assertThat(Nearest.to("mode", List.of())).isEmpty();
    }
}
