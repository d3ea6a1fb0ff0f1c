/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.app.config.Audience.Slack;
import dev.sluice.app.config.Audience.Webhook;
import dev.sluice.app.config.shape.Fields;
import dev.sluice.app.config.shape.Section;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.app.config.shape.Shapes;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.secret.Secret;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How {@link Audience} is read. */
final class AudienceShape {

    /** The variable that holds the webhook's address where the file does not say. */
    static final String USUAL_WEBHOOK = "${env:SLACK_WEBHOOK_URL}";

    private static final Setting<List<Occasion>> ON = Setting.of(
                    "on", Shapes.listOf(Shapes.oneOf(Occasion.class)), "What is told of")
            .byDefault(List.copyOf(Occasion.BY_DEFAULT));

    private static final Setting<Secret> SLACK_WEBHOOK = Setting.of(
            "webhook",
            Shapes.secret(),
            "The address that Slack gave to an app; ${env:SLACK_WEBHOOK_URL} where it is set");
    private static final Setting<Secret> BOT_TOKEN =
            Setting.of("bot-token", Shapes.secret(), "A bot's token, in place of a webhook");
    private static final Setting<String> CHANNEL =
            Setting.of("channel", Shapes.text(), "Where a bot writes; an app's webhook has a channel of its own");

    private static final Setting<Secret> URL = Setting.of("url", Shapes.secretAddress(), "Where reports are posted to")
            .isRequired();
    private static final Setting<Secret> KEY =
            Setting.of("secret", Shapes.secret(), "A key to sign each body with, in the header X-Sluice-Signature");
    private static final Setting<Map<String, Secret>> HEADERS =
            Setting.of("headers", Shapes.properties(), "Sent along with each report");

    private static final Setting<Slack> SLACK = Setting.of(
            "slack",
            Section.of(List.of(SLACK_WEBHOOK, BOT_TOKEN, CHANNEL, ON), AudienceShape::slack),
            "A channel of Slack");
    private static final Setting<Webhook> WEBHOOK = Setting.of(
            "webhook",
            Section.of(List.of(URL, KEY, HEADERS, ON), AudienceShape::webhook),
            "Any service that takes a report as JSON");

    static final Section<Audience> SHAPE =
            Section.of(List.of(SLACK, WEBHOOK), fields -> new Audience(fields.given(SLACK), fields.given(WEBHOOK)));

    private AudienceShape() {}

    private static Slack slack(Fields fields) {
        String path = fields.section().path();
        boolean byWebhook = fields.mentions(SLACK_WEBHOOK);
        boolean byBot = fields.mentions(BOT_TOKEN);
        if (byWebhook && byBot) {
            fields.refuse(BOT_TOKEN, "%s has a webhook and a bot-token; give only one of them.".formatted(path));
        }
        if (byBot && !fields.mentions(CHANNEL)) {
            fields.refuse(CHANNEL, "%s.channel is missing; a bot has to be told where to write.".formatted(path));
        }
        if (!byBot && fields.mentions(CHANNEL)) {
            fields.warn(
                    CHANNEL,
                    "%s.channel is sent along, but an app's webhook writes to a channel of its own.".formatted(path));
        }
        Optional<Secret> webhook = byWebhook || byBot ? fields.given(SLACK_WEBHOOK) : usual(fields);
        return new Slack(webhook, fields.given(BOT_TOKEN), fields.given(CHANNEL), occasions(fields));
    }

    private static Optional<Secret> usual(Fields fields) {
        if (fields.reader().isThere(USUAL_WEBHOOK)) {
            return Optional.of(
                    fields.reader().secret(USUAL_WEBHOOK, fields.section().place()));
        }
        fields.refuse(
                SLACK_WEBHOOK,
                "%s has neither webhook nor bot-token, and SLACK_WEBHOOK_URL is not set."
                        .formatted(fields.section().path()));
        return Optional.empty();
    }

    private static Webhook webhook(Fields fields) {
        return new Webhook(
                fields.value(URL), fields.given(KEY), fields.given(HEADERS).orElse(Map.of()), occasions(fields));
    }

    private static Set<Occasion> occasions(Fields fields) {
        List<Occasion> on = fields.value(ON);
        return on.isEmpty() ? EnumSet.noneOf(Occasion.class) : EnumSet.copyOf(on);
    }
}
