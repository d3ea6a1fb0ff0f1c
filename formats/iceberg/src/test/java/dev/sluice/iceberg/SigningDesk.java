/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.iceberg.rest.Asked;
import org.apache.iceberg.rest.LoopbackCatalog.Answer;

/** Signs requests for S3, as a catalog does that hands out no keys; what it is told to deny, it does not sign. */
final class SigningDesk implements Function<Asked, Answer> {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final String accessKey;
    private final String secretKey;
    private final ObjectMapper json = new ObjectMapper();
    private final List<JsonNode> seen = new CopyOnWriteArrayList<>();
    private volatile Predicate<JsonNode> denial = request -> false;
    private volatile UnaryOperator<String> address = uri -> uri;
    private volatile Answer refusal = answer(403, "ForbiddenException", "Not for you");
    private volatile String cacheControl = "no-cache";

    SigningDesk(String accessKey, String secretKey) {
        this.accessKey = accessKey;
        this.secretKey = secretKey;
    }

    /** Every request that it was shown. */
    List<JsonNode> seen() {
        return List.copyOf(seen);
    }

    long seen(String method) {
        return seen.stream()
                .filter(request -> request.path("method").asText().equals(method))
                .count();
    }

    SigningDesk denying(Predicate<JsonNode> requests) {
        denial = requests;
        return this;
    }

    /** Says no in the words of Nessie, which knows a listing for no address of S3. */
    SigningDesk puzzled() {
        refusal = answer(400, "IllegalArgumentException", "Invalid S3 URI");
        return this;
    }

    private static Answer answer(int status, String type, String message) {
        return new Answer(
                status,
                "{\"error\":{\"message\":\"%s\",\"type\":\"%s\",\"code\":%d}}".formatted(message, type, status),
                Map.of());
    }

    /** Signs another address than it was asked for. */
    SigningDesk signing(UnaryOperator<String> other) {
        address = other;
        return this;
    }

    SigningDesk allowingToKeep() {
        cacheControl = "private";
        return this;
    }

    static boolean isListing(JsonNode request) {
        return request.path("uri").asText().contains("list-type=2");
    }

    static boolean isDeletion(JsonNode request) {
        return request.path("uri").asText().matches(".*\\?delete=?")
                || request.path("method").asText().equals("DELETE");
    }

    @Override
    public Answer apply(Asked asked) {
        JsonNode request = parsed(asked.body());
        seen.add(request);
        if (denial.test(request)) {
            return refusal;
        }
        URI uri = URI.create(address.apply(request.path("uri").asText()));
        String time = TIME.format(Instant.now());
        String host = uri.getHost() + ":" + uri.getPort();
        String canonical = String.join(
                "\n",
                request.path("method").asText(),
                uri.getRawPath(),
                SignatureArithmetic.query(uri),
                "host:" + host,
                "x-amz-content-sha256:UNSIGNED-PAYLOAD",
                "x-amz-date:" + time,
                "",
                "host;x-amz-content-sha256;x-amz-date",
                "UNSIGNED-PAYLOAD");
        String scope = "%s/%s/s3/aws4_request"
                .formatted(time.substring(0, 8), request.path("region").asText());
        String signature = SignatureArithmetic.signature(
                secretKey,
                scope,
                "AWS4-HMAC-SHA256\n%s\n%s\n%s".formatted(time, scope, SignatureArithmetic.sha256(canonical)));
        ObjectNode answer = json.createObjectNode().put("uri", uri.toString());
        // Back come also the headers of the request itself, as some catalogs do it.
        ObjectNode headers = answer.putObject("headers");
        headers.setAll((ObjectNode) request.path("headers").deepCopy());
        headers.putArray("Host").add(host);
        headers.putArray("x-amz-date").add(time);
        headers.putArray("x-amz-content-sha256").add("UNSIGNED-PAYLOAD");
        headers.putArray("Authorization")
                .add(
                        "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=%s"
                                .formatted(accessKey, scope, signature));
        return new Answer(200, answer.toString(), Map.of("Cache-Control", cacheControl));
    }

    private JsonNode parsed(String body) {
        try {
            return json.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
