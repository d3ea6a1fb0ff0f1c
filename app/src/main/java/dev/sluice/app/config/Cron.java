/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** Times of a cron table: five fields, at least one time that comes. */
public record Cron(String text) {

    /** Whether a time ever comes does not depend on today; the year that this one begins has a 29 February. */
    private static final ZonedDateTime ANY_DAY = ZonedDateTime.of(2024, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    /**
     * Reads {@code 0 3 * * *}.
     *
     * @throws IllegalArgumentException with the rest of a sentence that begins "it is ...; "
     */
    static Cron parse(String text) {
        String stripped = text.strip();
        if (stripped.startsWith("@")) {
            throw new IllegalArgumentException("it must be five fields, like 0 3 * * *; nicknames are not read");
        }
        int fields = stripped.split("\\s+").length;
        if (fields != 5) {
            throw new IllegalArgumentException(
                    "it has %d fields; it must have five, like 0 3 * * *: minute, hour, day, month, weekday"
                            .formatted(fields));
        }
        if (ExecutionTime.forCron(parsed(stripped)).nextExecution(ANY_DAY).isEmpty()) {
            throw new IllegalArgumentException("it never comes: no month has such a day");
        }
        return new Cron(stripped);
    }

    private static com.cronutils.model.Cron parsed(String text) {
        try {
            return new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX)).parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(reason(e), e);
        }
    }

    /** What the library says, without its own introduction. */
    private static String reason(IllegalArgumentException e) {
        Throwable deepest = e;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String said = String.valueOf(deepest.getMessage());
        String last = said.substring(said.lastIndexOf(". ") + 1).strip();
        String rest = last.endsWith(".") ? last.substring(0, last.length() - 1) : last;
        return Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
    }

    @Override
    public String toString() {
        return text;
    }
}
