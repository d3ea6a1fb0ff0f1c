/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.notify.Outcome;
import dev.sluice.core.secret.Secret;
import dev.sluice.testkit.LoopbackServer;
import dev.sluice.testkit.NotifierContract;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class WebhookNotifierTest extends NotifierContract {

    private static final Clock FIVE = Clock.fixed(Instant.parse("2026-11-29T05:00:00Z"), ZoneOffset.UTC);
    private static final Message MESSAGE = new Message(
            Occasion.FAILED,
            "delta:/lake/orders: failed",
            "brief",
            List.of(new Message.Fact("Stopped in", "compact")),
            List.of(),
            "more");

    @Override
    protected Notifier notifier(URI address, Vault vault) {
        return new WebhookNotifier(
                vault.of(address + "hooks/" + SECRET),
                Optional.of(vault.of(SECRET)),
                Map.of("X-Api-Key", vault.of(SECRET)),
                new HttpPost(FIVE, PATIENCE));
    }

    @Override
    protected String accepted() {
        return "";
    }

    @Override
    protected void fits(JsonNode payload) {
        assertThat(payload.fieldNames()).toIterable().containsExactly("occasion", "title", "text", "runs");
        assertThat(payload.path("runs")).isNotEmpty().allMatch(JsonNode::isObject);
    }

    private Secret secret(String value) {
        return new Secret("${env:IT}", () -> value);
    }

    private WebhookNotifier webhook(Optional<Secret> key, Map<String, Secret> headers) {
        return new WebhookNotifier(
                secret(server.address("/hooks/lake").toString()), key, headers, new HttpPost(FIVE, PATIENCE));
    }

    @Test
    void posts_the_reports_with_the_words_around_them() throws Exception {
        webhook(Optional.empty(), Map.of()).tell(MESSAGE, List.of("{\"run\":\"r1\"}", "{\"run\":\"r2\"}"));

        LoopbackServer.Request request = server.requests().get(0);
        assertThat(request.path()).isEqualTo("/hooks/lake");
        assertThat(request.header("X-Sluice-Signature")).isEmpty();
        assertThat(new JsonMapper().readTree(request.body())).isEqualTo(new JsonMapper().readTree("""
                        {"occasion": "failed", "title": "delta:/lake/orders: failed",
                         "text": "delta:/lake/orders: failed\\nStopped in: compact\\n\\nmore",
                         "runs": [{"run": "r1"}, {"run": "r2"}]}"""));
    }

    @Test
    void a_body_is_signed_so_that_the_receiver_can_tell_whose_it_is() throws Exception {
        webhook(Optional.of(secret("key")), Map.of()).tell(MESSAGE, List.of("{}"));

        LoopbackServer.Request request = server.requests().get(0);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        assertThat(request.header("X-Sluice-Signature"))
                .isEqualTo("sha256="
                        + HexFormat.of().formatHex(mac.doFinal(request.body().getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void headers_are_sent_along() {
        webhook(Optional.empty(), Map.of("X-Api-Key", secret("abc"), "Authorization", secret("Bearer xyz\n")))
                .tell(MESSAGE, List.of("{}"));

        LoopbackServer.Request request = server.requests().get(0);
        assertThat(request.header("X-Api-Key")).isEqualTo("abc");
        assertThat(request.header("Authorization")).isEqualTo("Bearer xyz");
    }

    @Test
    void a_header_that_http_keeps_for_itself_is_rejected_in_words() {
        Outcome outcome =
                webhook(Optional.empty(), Map.of("Host", secret("evil"))).tell(MESSAGE, List.of("{}"));

        assertThat(outcome)
                .isEqualTo(new Outcome.Rejected(
                        "The address is no http or https address, or a header cannot be sent as it is."));
        assertThat(server.requests()).isEmpty();
    }
}
