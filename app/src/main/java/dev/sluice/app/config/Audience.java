/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.core.notify.Occasion;
import dev.sluice.core.secret.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who is told of runs. */
public record Audience(Optional<Slack> slack, Optional<Webhook> webhook) {

    /** Nobody is. */
    public static final Audience NOBODY = new Audience(Optional.empty(), Optional.empty());

    /**
     * A channel of Slack: by an app's webhook, or by a bot's token.
     *
     * @param webhook the address that Slack gave; present exactly if there is no token
     * @param channel where a bot writes; an app's webhook has its own and ignores this one
     */
    public record Slack(
            Optional<Secret> webhook, Optional<Secret> botToken, Optional<String> channel, Set<Occasion> on) {

        /** The one whose address is in a secret, and nothing else was said. */
        static Slack byWebhook(Secret webhook) {
            return new Slack(Optional.of(webhook), Optional.empty(), Optional.empty(), Occasion.BY_DEFAULT);
        }
    }

    /**
     * An address that is sent a run's report as JSON.
     *
     * @param secret what bodies are signed with
     */
    public record Webhook(Secret url, Optional<Secret> secret, Map<String, Secret> headers, Set<Occasion> on) {}

    /** True if nobody is told of anything. */
    public boolean isNobody() {
        return slack.isEmpty() && webhook.isEmpty();
    }
}
