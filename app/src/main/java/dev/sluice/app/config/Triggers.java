/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.app.config.shape.Section;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.app.config.shape.Shapes;
import dev.sluice.core.policy.preset.Reading;
import dev.sluice.core.secret.Secret;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** What starts a gate besides a person. */
public record Triggers(Optional<Schedule> schedule, Optional<Webhook> webhook, Optional<S3Events> s3Events) {

    /** Only a person does. */
    static final Triggers NONE = new Triggers(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * Times at which it starts.
     *
     * @param cron empty for those of the preset
     */
    public record Schedule(Optional<Cron> cron, ZoneId zone, boolean enabled) {

        static final Setting<Cron> CRON = Setting.of(
                "cron",
                Shapes.plain("text", Cron::parse),
                "Five fields, like 0 3 * * *; those of the preset where not given");
        private static final Setting<ZoneId> ZONE = Setting.of(
                        "zone", Shapes.plain("text", Schedule::zone), "The time zone that the fields speak of")
                .byDefault(ZoneId.of("UTC"));
        static final Setting<Boolean> ENABLED = Setting.of(
                        "enabled",
                        Shapes.yesOrNo(),
                        "Whether it starts anything; a schedule is off until its owner says so")
                .byDefault(false);

        static final Section<Schedule> SHAPE = Section.of(
                List.of(CRON, ZONE, ENABLED),
                fields -> new Schedule(fields.given(CRON), fields.value(ZONE), fields.value(ENABLED)));

        private static ZoneId zone(String text) {
            try {
                return ZoneId.of(text.strip());
            } catch (DateTimeException e) {
                throw new IllegalArgumentException("it must be a time zone, like UTC or Europe/Berlin", e);
            }
        }
    }

    /** A call from outside, with a key. */
    public record Webhook(Secret key) {

        private static final Setting<Secret> KEY =
                Setting.of("key", Shapes.secret(), "What callers have to know").isRequired();

        static final Section<Webhook> SHAPE = Section.of(List.of(KEY), fields -> new Webhook(fields.value(KEY)));
    }

    /** Files that arrive, as a queue tells of them. */
    public record S3Events(String queue, Optional<Duration> maxWait) {

        private static final Setting<String> QUEUE = Setting.of(
                        "queue", Shapes.address(), "The queue that tells of new files")
                .isRequired();
        private static final Setting<Duration> MAX_WAIT = Setting.of(
                "max-wait",
                Shapes.plain("duration", Reading.durationOfAtLeast(Duration.ZERO)),
                "For how long a file waits at most; 0m for as long as it takes");

        static final Section<S3Events> SHAPE = Section.of(
                List.of(QUEUE, MAX_WAIT), fields -> new S3Events(fields.value(QUEUE), fields.given(MAX_WAIT)));
    }

    private static final Setting<Schedule> SCHEDULE =
            Setting.of("schedule", Schedule.SHAPE, "Times at which it starts");
    private static final Setting<Webhook> WEBHOOK = Setting.of("webhook", Webhook.SHAPE, "A call from outside");
    private static final Setting<S3Events> S3_EVENTS = Setting.of("s3-events", S3Events.SHAPE, "Files that arrive");

    static final Section<Triggers> SHAPE = Section.of(
            List.of(SCHEDULE, WEBHOOK, S3_EVENTS),
            fields -> new Triggers(fields.given(SCHEDULE), fields.given(WEBHOOK), fields.given(S3_EVENTS)));

    /** True if something other than a person is to start the gate. */
    boolean areOn() {
        return schedule.filter(Schedule::enabled).isPresent() || webhook.isPresent() || s3Events.isPresent();
    }
}
