/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Occasion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A message as Slack's blocks, never more or longer than Slack takes. Values stand as code, where no markup holds; where
 * something is left out, it is said how much, and the last line says where all of it is.
 */
final class SlackBlocks {

    private static final int TITLE = 150;
    private static final int SECTION = 3000;
    private static final int FIELD = 2000;
    private static final int FIELDS = 10;
    private static final int FALLBACK = 3000;

    /** Slack takes 50, of which the title and the last line are two, and what is left out may be a third. */
    private static final int SECTIONS = 47;

    /**
     * So many characters in all. Slack does not say how many it takes: it was seen to refuse a little over 11,000 with
     * {@code msg_blocks_too_long}.
     */
    private static final int IN_ALL = 9000;

    /** A section of fewer characters than this is not begun. */
    private static final int WORTHWHILE = 200;

    private static final String FENCE = "```";

    private final Message message;
    private final ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
    private int left = IN_ALL;

    private SlackBlocks(Message message) {
        this.message = message;
    }

    /** @param channel where to write, if the receiver heeds it */
    static ObjectNode payload(Message message, Optional<String> channel) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        channel.ifPresent(name -> json.put("channel", name));
        json.put("text", something(message.title() + "\n" + message.brief(), FALLBACK));
        json.put("unfurl_links", false);
        json.put("unfurl_media", false);
        ObjectNode header = json.putArray("blocks").addObject();
        header.put("type", "header");
        header.putObject("text")
                .put("type", "plain_text")
                .put("text", something(message.title(), TITLE))
                .put("emoji", false);
        json.putArray("attachments")
                .addObject()
                .put("color", color(message.occasion()))
                .put("fallback", Mrkdwn.literal(message.title(), TITLE))
                .set("blocks", new SlackBlocks(message).build());
        return json;
    }

    private static String color(Occasion occasion) {
        return switch (occasion) {
            case FAILED -> "#e01e5a";
            case WAITING -> "#ecb22e";
            case CHANGED -> "#2eb67d";
            case SILENT -> "#8d8d8d";
        };
    }

    private ArrayNode build() {
        int facts = message.facts().size();
        for (int i = 0; i < facts && left >= WORTHWHILE; i += FIELDS) {
            facts(message.facts().subList(i, Math.min(i + FIELDS, facts)));
        }
        List<Message.Section> sections = message.sections();
        int shown = 0;
        while (shown < sections.size() && blocks.size() < SECTIONS && left >= WORTHWHILE) {
            section(sections.get(shown));
            shown++;
        }
        if (shown < sections.size()) {
            markdown(blocks.addObject().put("type", "section"), "... and %d more".formatted(sections.size() - shown));
        }
        ArrayNode elements = blocks.addObject().put("type", "context").putArray("elements");
        elements.addObject()
                .put("type", "mrkdwn")
                .put("text", something(message.more(), FIELD))
                .put("verbatim", true);
        return blocks;
    }

    private void facts(List<Message.Fact> facts) {
        ArrayNode fields = blocks.addObject().put("type", "section").putArray("fields");
        for (Message.Fact fact : facts) {
            String text = "*%s*\n%s".formatted(Mrkdwn.literal(fact.name(), TITLE), code(fact.value()));
            left -= text.length();
            fields.addObject().put("type", "mrkdwn").put("text", text).put("verbatim", true);
        }
    }

    /** Slack refuses a text that is empty. */
    private static String something(String plain, int limit) {
        return Mrkdwn.literal(plain.isBlank() ? "-" : plain, limit);
    }

    /** Short enough for a field beside its name, and all of a message's facts within what it may hold. */
    private static String code(String value) {
        String text = something(value, FIELD / FIELDS);
        return text.contains("\n") ? FENCE + text + FENCE : "`" + text + "`";
    }

    private void section(Message.Section section) {
        String title = "*%s*\n".formatted(Mrkdwn.literal(section.title(), TITLE));
        int room = Math.min(SECTION, left) - title.length() - 2 * (FENCE.length() + 1);
        String text = title + FENCE + "\n" + lines(section.lines(), room) + "\n" + FENCE;
        left -= text.length();
        markdown(blocks.addObject().put("type", "section"), text);
    }

    private static void markdown(ObjectNode block, String text) {
        block.putObject("text").put("type", "mrkdwn").put("text", text).put("verbatim", true);
    }

    /** As many of the lines as there is room for, and how many more there are. */
    private static String lines(List<String> lines, int room) {
        List<String> shown = new ArrayList<>();
        int used = 0;
        for (String line : lines) {
            String more = "... and %d more".formatted(lines.size() - shown.size());
            int free = room - used - (shown.size() + 1 < lines.size() ? more.length() + 1 : 0);
            String text = Mrkdwn.literal(line);
            if (text.length() > free && !shown.isEmpty()) {
                shown.add(more);
                break;
            }
            String fits = Mrkdwn.literal(line, free);
            shown.add(fits);
            used += fits.length() + 1;
        }
        return String.join("\n", shown);
    }
}
