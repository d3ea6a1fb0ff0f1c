/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import static dev.sluice.testkit.LoopbackServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.secret.Secret;
import dev.sluice.testkit.NotifierContract;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlackWebhookNotifierTest extends NotifierContract {

    private static final Clock FIVE = Clock.fixed(Instant.parse("2026-11-29T05:00:00Z"), ZoneOffset.UTC);
    private static final Message ANYTHING =
            new Message(Occasion.CHANGED, "title", "brief", List.of(), List.of(), "more");

    @Override
    protected Notifier notifier(URI address, Vault vault) {
        return new SlackWebhookNotifier(
                vault.of(address + "services/" + SECRET), Optional.empty(), new HttpPost(FIVE, PATIENCE));
    }

    @Override
    protected String accepted() {
        return "ok";
    }

    @Override
    protected void fits(JsonNode payload) {
        SlackLimits.hold(payload);
    }

    @Test
    void says_in_slacks_own_word_what_is_wrong() {
        server.answers(status(403, "action_prohibited\n"), status(400, "<html>no</html>"));
        Notifier slack = notifier(server.address("/"), value -> new Secret("${env:HOOK}", () -> value));

        assertThat(slack.tell(ANYTHING, List.of()).reason())
                .isEqualTo("It answered with status 403: action_prohibited.");
        assertThat(slack.tell(ANYTHING, List.of()).reason()).isEqualTo("It answered with status 400.");
    }

    @Test
    void a_channel_is_sent_along_and_part_of_the_name() {
        Secret address = new Secret("${env:HOOK}", () -> server.address("/x").toString());
        Notifier slack =
                new SlackWebhookNotifier(address, Optional.of("#lakehouse-alerts"), new HttpPost(FIVE, PATIENCE));

        slack.tell(ANYTHING, List.of());

        assertThat(slack.name()).isEqualTo("slack ${env:HOOK} #lakehouse-alerts");
        assertThat(server.requests().get(0).body()).contains("\"channel\":\"#lakehouse-alerts\"");
    }
}
