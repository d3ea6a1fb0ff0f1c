/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Occasion;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlackBlocksTest {

    private static JsonNode payload(Message message) {
        JsonNode payload = SlackBlocks.payload(message, Optional.empty());
        SlackLimits.hold(payload);
        return payload;
    }

    private static Message message(String title, List<Message.Section> sections) {
        return new Message(
                Occasion.FAILED,
                title,
                "brief",
                List.of(new Message.Fact("Table", title)),
                sections,
                "`sluice show R` shows the run step by step.");
    }

    @Test
    void looks_like_this() throws Exception {
        JsonNode payload = payload(message(
                "delta:/lake/orders: failed",
                List.of(new Message.Section("What happened", List.of("The disk is full.", "Nothing was committed.")))));

        assertThat(payload).isEqualTo(new JsonMapper().readTree("""
                {"text": "delta:/lake/orders: failed\\nbrief", "unfurl_links": false, "unfurl_media": false,
                 "blocks": [
                   {"type": "header",
                    "text": {"type": "plain_text", "text": "delta:/lake/orders: failed", "emoji": false}}],
                 "attachments": [{"color": "#e01e5a", "fallback": "delta:/lake/orders: failed", "blocks": [
                   {"type": "section", "fields": [
                     {"type": "mrkdwn", "text": "*Table*\\n`delta:/lake/orders: failed`", "verbatim": true}]},
                   {"type": "section", "text": {"type": "mrkdwn", "verbatim": true,
                     "text": "*What happened*\\n```\\nThe disk is full.\\nNothing was committed.\\n```"}},
                   {"type": "context", "elements": [
                     {"type": "mrkdwn", "text": "'sluice show R' shows the run step by step.", "verbatim": true}]}]}]}"""));
    }

    @Test
    void a_table_cannot_call_everybody_nor_make_a_link() {
        String payload = payload(message("<!channel> <@U1> <https://evil.example|x> a < b & c `d`", List.of()))
                .toString();

        assertThat(payload)
                .contains("&lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|x&gt; a &lt; b &amp; c 'd'")
                .doesNotContain("<", "&amp;lt;");
    }

    @Test
    void of_three_hundred_partitions_as_many_are_told_as_fit_and_how_many_more_there_are() {
        List<String> lines = IntStream.range(0, 300)
                .mapToObj(i -> "day=2026-%03d: 48 of 52 files are small".formatted(i))
                .toList();

        JsonNode payload = payload(message("title", List.of(new Message.Section("Partitions", lines))));

        String text = payload.at("/attachments/0/blocks/1/text/text").asText();
        long shown = text.lines().filter(line -> line.startsWith("day=")).count();
        assertThat(shown).isBetween(50L, 100L);
        assertThat(text).endsWith("... and %d more\n```".formatted(300 - shown));
        assertThat(payload.at("/attachments/0/blocks/2/elements/0/text").asText())
                .contains("sluice show R");
    }

    @Test
    void of_very_many_sections_the_first_are_shown_and_the_rest_is_counted() {
        List<Message.Section> sections = IntStream.range(0, 200)
                .mapToObj(i -> new Message.Section("run " + i, List.of("failed")))
                .toList();

        JsonNode blocks = payload(message("title", sections)).at("/attachments/0/blocks");

        assertThat(blocks.get(1).at("/text/text").asText()).startsWith("*run 0*");
        assertThat(blocks.get(blocks.size() - 2).at("/text/text").asText())
                .isEqualTo("... and %d more".formatted(200 - (blocks.size() - 3)));
    }

    @Test
    void one_endless_line_is_cut_and_never_within_a_character() {
        for (String piece : List.of("&", "<", "\uD83D\uDC1F", "x")) {
            Message message =
                    message(piece.repeat(4_000), List.of(new Message.Section("t", List.of(piece.repeat(9_000)))));

            String text =
                    payload(message).at("/attachments/0/blocks/1/text/text").asText();

            assertThat(text).endsWith("…\n```");
            assertThat(text.replace(Mrkdwn.literal(piece), "")).isEqualTo("*t*\n```\n…\n```");
        }
    }
}
