/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.notify.Notice;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What became of messages, in words. */
public final class NoticeText {

    private NoticeText() {}

    /** What became of all that was to be told to one notifier, in one or more sentences. */
    public static String of(String notifier, List<Notice> notices) {
        long sent = count(notices, Notice.Standing.SENT);
        StringBuilder text = new StringBuilder();
        if (sent > 0) {
            text.append("Told %s of %s. ".formatted(notifier, Words.count(sent, "run")));
        }
        notTold(text, notifier, notices, Notice.Standing.WAITING);
        notTold(text, notifier, notices, Notice.Standing.UNDELIVERED);
        return text.toString().strip();
    }

    private static void notTold(StringBuilder text, String notifier, List<Notice> notices, Notice.Standing standing) {
        notices.stream()
                .filter(notice -> notice.standing() == standing)
                .max(Comparator.comparing(Notice::notBefore))
                .ifPresent(last -> text.append("Could not tell %s of %s: %s "
                        .formatted(notifier, Words.count(count(notices, standing), "run"), becauseOf(last))));
    }

    private static String becauseOf(Notice notice) {
        return switch (notice.standing()) {
            case SENT -> "";
            case WAITING ->
                "%s It is tried again by the next run that ends after %s."
                        .formatted(
                                notice.reason().isEmpty()
                                        ? "It is being told by another process, or is to be left alone."
                                        : notice.reason(),
                                seconds(notice.notBefore()));
            case UNDELIVERED -> notice.reason() + " It is not tried again.";
        };
    }

    /** What became of a run's messages, a line each. */
    static List<String> of(List<Notice> notices) {
        return notices.stream()
                .map(notice -> "Message %s: %s, %s"
                        .formatted(notice.occasion().name().toLowerCase(Locale.ROOT), notice.notifier(), of(notice)))
                .toList();
    }

    private static long count(List<Notice> notices, Notice.Standing standing) {
        return notices.stream().filter(notice -> notice.standing() == standing).count();
    }

    /** One notice of a run, as the rest of a line that names its notifier. */
    static String of(Notice notice) {
        return switch (notice.standing()) {
            case SENT -> "told at %s".formatted(seconds(notice.since()));
            case WAITING ->
                notice.attempts() == 0
                        ? "not told yet"
                        : "not told yet, tried %s: %s"
                                .formatted(Words.count(notice.attempts(), "time"), notice.reason());
            case UNDELIVERED ->
                "not told, given up after %s: %s".formatted(Words.count(notice.attempts(), "attempt"), notice.reason());
        };
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }
}
