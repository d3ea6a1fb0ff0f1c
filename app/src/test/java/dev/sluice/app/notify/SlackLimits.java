/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What Slack takes, as far as it says so and as it was seen to refuse. */
final class SlackLimits {

    /** A mention, a link or a command, which only Sluice's own markup could make: it makes none. */
    private static final Pattern MARKUP = Pattern.compile("[<>]|&(?!amp;|lt;|gt;)");

    private SlackLimits() {}

    static void hold(JsonNode payload) {
        List<JsonNode> blocks = new ArrayList<>();
        payload.path("blocks").forEach(blocks::add);
        payload.at("/attachments/0/blocks").forEach(blocks::add);

        assertThat(blocks).hasSizeBetween(2, 50);
        blocks.forEach(SlackLimits::holds);
        assertThat(blocks.stream().mapToInt(SlackLimits::length).sum()).isLessThan(11_000);
        assertThat(payload.path("text").asText().length()).isBetween(1, 3000);
        literal(payload);
    }

    private static void holds(JsonNode block) {
        switch (block.path("type").asText()) {
            case "header" -> {
                assertThat(block.at("/text/type").asText()).isEqualTo("plain_text");
                assertThat(block.at("/text/text").asText().length()).isBetween(1, 150);
            }
            case "section" -> {
                if (block.has("text")) {
                    assertThat(block.at("/text/text").asText().length()).isBetween(1, 3000);
                } else {
                    assertThat(block.path("fields").size()).isBetween(1, 10);
                    block.path("fields")
                            .forEach(field -> assertThat(
                                            field.path("text").asText().length())
                                    .isBetween(1, 2000));
                }
            }
            case "context" -> {
                assertThat(block.path("elements").size()).isBetween(1, 10);
                block.path("elements")
                        .forEach(element ->
                                assertThat(element.path("text").asText()).isNotEmpty());
            }
            default -> throw new AssertionError("There is no such block: " + block);
        }
    }

    private static int length(JsonNode node) {
        int length = node.isTextual() ? node.asText().length() : 0;
        for (JsonNode child : node) {
            length += length(child);
        }
        return length;
    }

    private static void literal(JsonNode node) {
        if (node.isTextual()) {
            assertThat(MARKUP.matcher(node.asText()).find()).as(node.asText()).isFalse();
        }
        node.forEach(SlackLimits::literal);
    }
}
