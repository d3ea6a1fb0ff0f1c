/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Outcome;
import dev.sluice.core.secret.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes to a channel of Slack as a bot, which says in the body of its answer whether it did. */
public final class SlackBotNotifier implements Notifier {

    /** Slack's own. */
    public static final URI API = URI.create("https://slack.com/api/");

    /** The words that speak of now and not of the message. */
    private static final Set<String> FOR_NOW = Set.of(
            "ratelimited",
            "rate_limited",
            "internal_error",
            "fatal_error",
            "service_unavailable",
            "request_timeout",
            "team_added_to_org");

    private static final JsonMapper MAPPER = new JsonMapper();

    private final Secret token;
    private final String channel;
    private final URI api;
    private final HttpPost post;

    public SlackBotNotifier(Secret token, String channel, URI api, HttpPost post) {
        this.token = token;
        this.channel = channel;
        this.api = api;
        this.post = post;
    }

    @Override
    public String name() {
        return "slack %s %s".formatted(token.reference(), channel);
    }

    @Override
    public Outcome tell(Message message, List<String> reports) {
        return call("chat.postMessage", Payload.bytes(SlackBlocks.payload(message, Optional.of(channel))));
    }

    /** Asks Slack whose token it is, which writes nothing: sent if it is anybody's. */
    public Outcome logsIn() {
        return call("auth.test", "{}".getBytes(StandardCharsets.UTF_8));
    }

    private Outcome call(String method, byte[] payload) {
        String revealed;
        try {
            revealed = Outcomes.value(token);
        } catch (GateException e) {
            return Outcomes.withoutSecret(e);
        }
        Reply reply = post.send(api.resolve(method).toString(), Map.of("Authorization", "Bearer " + revealed), payload);
        return reply instanceof Reply.Answered answered && answered.isFine() ? said(answered) : Outcomes.of(reply);
    }

    private static Outcome said(Reply.Answered answered) {
        JsonNode json;
        try {
            json = MAPPER.readTree(answered.body());
        } catch (JsonProcessingException e) {
            // The answer is read up to a length, which what says that all is well may go beyond.
            return answered.body().startsWith("{\"ok\":true")
                    ? new Outcome.Sent()
                    : new Outcome.NotNow("The answer is not one of Slack.", answered.retryAfter());
        }
        if (json.path("ok").asBoolean()) {
            return new Outcome.Sent();
        }
        if (!json.has("ok")) {
            return new Outcome.NotNow("The answer is not one of Slack.", answered.retryAfter());
        }
        String word = json.path("error").asText();
        String reason = SlackWebhookNotifier.WORD.matcher(word).matches()
                ? "Slack says %s.".formatted(word)
                : "Slack refused without a reason.";
        return FOR_NOW.contains(word)
                ? new Outcome.NotNow(reason, answered.retryAfter())
                : new Outcome.Rejected(reason);
    }
}
