/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Outcome;
import dev.sluice.core.secret.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes to the channel of Slack that an app's incoming webhook belongs to. */
public final class SlackWebhookNotifier implements Notifier {

    /** Slack says what is wrong in one word, such as {@code no_service}. */
    static final Pattern WORD = Pattern.compile("[a-z][a-z_]{1,60}");

    private final Secret address;
    private final Optional<String> channel;
    private final HttpPost post;

    /** @param channel sent along; only a webhook of the older kind heeds it */
    public SlackWebhookNotifier(Secret address, Optional<String> channel, HttpPost post) {
        this.address = address;
        this.channel = channel;
        this.post = post;
    }

    @Override
    public String name() {
        return "slack %s%s"
                .formatted(address.reference(), channel.map(name -> " " + name).orElse(""));
    }

    @Override
    public Outcome tell(Message message, List<String> reports) {
        String where;
        try {
            where = Outcomes.value(address);
        } catch (GateException e) {
            return Outcomes.withoutSecret(e);
        }
        byte[] payload = Payload.bytes(SlackBlocks.payload(message, channel));
        Reply reply = post.send(where, Map.of(), payload);
        Outcome outcome = Outcomes.of(reply);
        return outcome.kind() == Outcome.Kind.REJECTED && reply instanceof Reply.Answered answered
                ? new Outcome.Rejected(withItsWord(outcome.reason(), answered.body()))
                : outcome;
    }

    private static String withItsWord(String reason, String body) {
        String word = body.strip();
        return WORD.matcher(word).matches()
                ? "%s: %s.".formatted(reason.substring(0, reason.length() - 1), word)
                : reason;
    }
}
