/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is said of one run, or of several in a digest: plain text without markup, whose dynamic parts may hold anything
 * that can be seen. How it looks is each notifier's own matter.
 *
 * @param occasion what happened, which is also how urgent it is; of several runs, the most urgent
 * @param title one line
 * @param brief one or two sentences, for where there is no room for more
 * @param more where to read on
 */
public record Message(
        Occasion occasion, String title, String brief, List<Fact> facts, List<Section> sections, String more) {

    public Message {
        title = PlainText.line(title);
        brief = PlainText.of(brief);
        facts = List.copyOf(facts);
        sections = List.copyOf(sections);
        more = PlainText.line(more);
    }

    /** A name with its value, for a glance. */
    public record Fact(String name, String value) {

        public Fact {
            name = PlainText.line(name);
            value = PlainText.of(value);
        }
    }

    /** Some lines under a title. */
    public record Section(String title, List<String> lines) {

        public Section {
            title = PlainText.line(title);
            lines = lines.stream().map(PlainText::of).toList();
        }
    }

    /** Several messages as one, the most urgent first; a single one is itself. */
    public static Message digest(List<Message> messages) {
        if (messages.size() == 1) {
            return messages.get(0);
        }
        List<Message> sorted = new ArrayList<>(messages);
        sorted.sort(Comparator.comparing(Message::occasion));
        return new Message(
                sorted.get(0).occasion(),
                "%d runs: %s".formatted(sorted.size(), counts(sorted)),
                sorted.stream().map(Message::title).collect(Collectors.joining("\n")),
                List.of(),
                sorted.stream().map(Message::asSection).toList(),
                "`sluice show RUN` shows each of them.");
    }

    /** {@code 2 failed, 1 waiting, 47 changed}. */
    private static String counts(List<Message> sorted) {
        Map<Occasion, Long> counts = sorted.stream()
                .collect(Collectors.groupingBy(
                        Message::occasion, () -> new EnumMap<>(Occasion.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private Section asSection() {
        List<String> lines = new ArrayList<>();
        lines.add(brief);
        lines.add(more);
        return new Section(title, lines);
    }

    /** All of it as lines of text. */
    @JsonIgnore
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add(title);
        facts.forEach(fact -> lines.add("%s: %s".formatted(fact.name(), fact.value())));
        for (Section section : sections) {
            lines.add("");
            lines.add(section.title());
            section.lines().forEach(line -> lines.add("  " + line));
        }
        lines.add("");
        lines.add(more);
        return String.join("\n", lines);
    }
}
