/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config.shape;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SectionTest {

    private static final Setting<String> COLOUR = Setting.of("water-colour", Shapes.text(), "The colour of the water")
            .as("colour")
            .formerly("hue");
    private static final Setting<Boolean> DEEP =
            Setting.of("deep", Shapes.yesOrNo(), "Whether it is deep").byDefault(true);

    private static final Section<String> POND = Section.of(
                    List.of(COLOUR, DEEP),
                    fields -> fields.given(COLOUR).orElse("clear") + (fields.value(DEEP) ? ", deep" : ", shallow"))
            .without("fish", "nothing lives there any longer");

    private final Reader reader = new Reader(new References(Map.of(), Path.of("/")), true);

    private Optional<String> read(String yaml) {
        return reader.read(yaml, "pond.yaml", POND);
    }

    @Test
    void a_key_that_was_renamed_works_and_warns() {
        assertThat(read("hue: green\ndeep: false")).contains("green, shallow");
        assertThat(reader.problems()).isEmpty();
        assertThat(reader.warnings())
                .extracting(Problem::toString)
                .containsExactly("pond.yaml:1:1: hue is now called water-colour.");
    }

    @Test
    void a_key_that_was_taken_away_is_refused_with_the_reason() {
        read("fish: 3");

        assertThat(reader.problems())
                .extracting(Problem::toString)
                .containsExactly("pond.yaml:1:1: fish is not read here: nothing lives there any longer.");
    }

    @Test
    void an_alias_is_as_good_as_the_name_and_hyphens_are_as_good_as_underscores() {
        assertThat(read("colour: green")).contains("green, deep");
        assertThat(read("water_colour: green")).contains("green, deep");
        assertThat(reader.warnings()).isEmpty();
    }

    @Test
    void two_names_of_one_setting_at_once_are_refused_whichever_they_are() {
        read("colour: green\nhue: blue\nwater-colour: red");

        assertThat(reader.problems())
                .extracting(Problem::toString)
                .containsExactly(
                        "pond.yaml:2:1: colour and hue are the same setting; give only one of them.",
                        "pond.yaml:3:1: colour and water-colour are the same setting; give only one of them.");
    }

    @Test
    void what_holds_by_default_is_told_as_such() {
        read("colour: green");

        assertThat(reader.inForce())
                .containsExactly(
                        new InForce("colour", "green", "pond.yaml:1:9"), new InForce("deep", "true", "default"));
    }
}
