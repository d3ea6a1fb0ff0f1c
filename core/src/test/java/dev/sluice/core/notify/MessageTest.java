/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageTest {

    @Test
    void line_ends_stay_and_are_alike() {
        assertThat(PlainText.of("one\r\ntwo\rthree\nfour\u2028five")).isEqualTo("one\ntwo\nthree\nfour\nfive");
        assertThat(PlainText.line("one\r\ntwo")).isEqualTo("one two");
    }

    @ParameterizedTest
    @CsvSource({"0000", "001B", "007F", "0085", "009B", "200B", "202E", "2066", "FEFF", "D800", "DFFF"})
    void what_cannot_be_seen_is_replaced(String hex) {
        String text = "a" + (char) Integer.parseInt(hex, 16) + "b";

        assertThat(PlainText.of(text)).isEqualTo("a\uFFFDb");
    }

    @Test
    void whole_characters_beyond_the_first_plane_stay() {
        assertThat(PlainText.of("tabelle \uD83D\uDC1F 表")).isEqualTo("tabelle \uD83D\uDC1F 表");
    }

    @Test
    void every_part_of_a_message_is_plain() {
        String nasty = "a\u0007\nb";
        Message message = new Message(
                Occasion.FAILED,
                nasty,
                nasty,
                List.of(new Message.Fact(nasty, nasty)),
                List.of(new Message.Section(nasty, List.of(nasty))),
                nasty);

        assertThat(message.text()).doesNotContain("\u0007");
        assertThat(message.title()).isEqualTo("a\uFFFD b");
        assertThat(message.facts().get(0).value()).isEqualTo("a\uFFFD\nb");
    }

    @Test
    void a_message_survives_its_json() {
        Message message = new Message(
                Occasion.WAITING,
                "delta:/lake/o\"r\\ders",
                "brief",
                List.of(new Message.Fact("Table", "delta:/lake/o\"r\\ders")),
                List.of(new Message.Section("Plan", List.of("one", "two\nthree"))),
                "more");

        assertThat(MessageJson.read(MessageJson.write(message), "outbox")).isEqualTo(message);
    }

    @Test
    void a_digest_of_one_is_itself() {
        Message message = new Message(Occasion.CHANGED, "title", "brief", List.of(), List.of(), "more");

        assertThat(Message.digest(List.of(message))).isSameAs(message);
    }
}
