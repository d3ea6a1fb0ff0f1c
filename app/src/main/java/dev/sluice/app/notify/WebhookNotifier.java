/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Outcome;
import dev.sluice.core.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Posts the reports of runs as JSON to any service, signed where there is a key to sign with. */
public final class WebhookNotifier implements Notifier {

    /** Holds {@code sha256=} and the HMAC of the body in hexadecimal digits. */
    static final String SIGNATURE = "X-Sluice-Signature";

    private static final String ALGORITHM = "HmacSHA256";
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Secret address;
    private final Optional<Secret> key;
    private final Map<String, Secret> headers;
    private final HttpPost post;

    /**
     * @param key what bodies are signed with
     * @param headers sent along with each
     */
    public WebhookNotifier(Secret address, Optional<Secret> key, Map<String, Secret> headers, HttpPost post) {
        this.address = address;
        this.key = key;
        this.headers = Map.copyOf(headers);
        this.post = post;
    }

    @Override
    public String name() {
        return "webhook " + address.reference();
    }

    @Override
    public Outcome tell(Message message, List<String> reports) {
        byte[] body = Payload.bytes(json(message, reports));
        try {
            Map<String, String> sent = new LinkedHashMap<>();
            headers.forEach((name, value) -> sent.put(name, Outcomes.value(value)));
            key.ifPresent(secret -> sent.put(SIGNATURE, "sha256=" + signature(Outcomes.value(secret), body)));
            return Outcomes.of(post.send(Outcomes.value(address), sent, body));
        } catch (GateException e) {
            return Outcomes.withoutSecret(e);
        }
    }

    private static ObjectNode json(Message message, List<String> reports) {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("occasion", message.occasion().name().toLowerCase(Locale.ROOT));
        json.put("title", message.title());
        json.put("text", message.text());
        ArrayNode runs = json.putArray("runs");
        reports.forEach(report -> runs.add(parsed(report)));
        return json;
    }

    private static JsonNode parsed(String report) {
        try {
            return MAPPER.readTree(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A report in the outbox is no JSON", e);
        }
    }

    private static String signature(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has HMAC with SHA-256", e);
        }
    }
}
