/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.rest.Asked;

/**
 * As much of Glue as Sluice asks for, on loopback: tables with the number of their version, which an update must know. One
 * table to a page. Requests must be signed for Glue.
 */
final class GlueStub implements AutoCloseable {

    /** What becomes of one update. */
    enum Mishap {
        NONE,
        DENIED,
        LOST_BEFORE,
        LOST_AFTER
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final ObjectMapper json = new ObjectMapper();
    private final SignatureCheck check;
    private final Map<String, ObjectNode> tables = new TreeMap<>();
    private final List<JsonNode> updates = new ArrayList<>();
    private final AtomicReference<Mishap> mishap = new AtomicReference<>(Mishap.NONE);

    GlueStub(SignatureCheck check) throws IOException {
        this.check = check;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** A table of the database {@code analytics}, as another engine would have made it. */
    synchronized void put(String name, Map<String, String> parameters) {
        ObjectNode table = json.createObjectNode()
                .put("Name", name)
                .put("DatabaseName", "analytics")
                .put("Description", "kept by hand")
                .put("Owner", "ada")
                .put("Retention", 3)
                .put("TableType", "EXTERNAL_TABLE")
                .put("CreateTime", 1_700_000_000)
                .put("CreatedBy", "arn:aws:iam::123456789012:user/ada")
                .put("VersionId", "7");
        table.putObject("StorageDescriptor")
                .put("Location", "file:/somewhere")
                .putArray("Columns")
                .addObject()
                .put("Name", "id")
                .put("Type", "bigint");
        ObjectNode given = table.putObject("Parameters");
        parameters.forEach(given::put);
        tables.put(name, table);
    }

    synchronized String parameter(String table, String name) {
        return Objects.requireNonNull(tables.get(table))
                .path("Parameters")
                .path(name)
                .asText();
    }

    /** What updates sent, the newest last. */
    synchronized List<JsonNode> updates() {
        return List.copyOf(updates);
    }

    /** What the next update meets. */
    void meeting(Mishap next) {
        mishap.set(next);
    }

    private void answer(HttpExchange exchange) throws IOException {
        Asked asked = Asked.of(exchange);
        if (!check.test(asked)) {
            reply(exchange, 403, error("InvalidSignatureException", "The signature does not match"));
            return;
        }
        JsonNode request = json.readTree(asked.body());
        String target = asked.headers().getOrDefault("X-Amz-Target", "").replace("AWSGlue.", "");
        switch (target) {
            case "GetTable" -> getTable(exchange, request);
            case "GetTables" -> getTables(exchange, request);
            case "UpdateTable" -> updateTable(exchange, request);
            default -> reply(exchange, 400, error("UnknownOperationException", target));
        }
    }

    private synchronized void getTable(HttpExchange exchange, JsonNode request) throws IOException {
        Optional<ObjectNode> found = found(request);
        if (found.isEmpty()) {
            reply(exchange, 400, error("EntityNotFoundException", "Entity Not Found"));
        } else {
            ObjectNode answer = json.createObjectNode();
            answer.set("Table", found.get());
            reply(exchange, 200, answer);
        }
    }

    private Optional<ObjectNode> found(JsonNode request) {
        return request.path("DatabaseName").asText().equals("analytics")
                ? Optional.ofNullable(tables.get(request.path("Name").asText()))
                : Optional.empty();
    }

    private synchronized void getTables(HttpExchange exchange, JsonNode request) throws IOException {
        if (!request.path("DatabaseName").asText().equals("analytics")) {
            reply(exchange, 400, error("EntityNotFoundException", "Database not found"));
            return;
        }
        int page = request.path("NextToken").asInt(0);
        List<ObjectNode> all = List.copyOf(tables.values());
        ObjectNode answer = json.createObjectNode();
        ArrayNode list = answer.putArray("TableList");
        if (page < all.size()) {
            list.add(all.get(page));
        }
        if (page + 1 < all.size()) {
            answer.put("NextToken", Integer.toString(page + 1));
        }
        reply(exchange, 200, answer);
    }

    private synchronized void updateTable(HttpExchange exchange, JsonNode request) throws IOException {
        Mishap met = mishap.getAndSet(Mishap.NONE);
        if (met == Mishap.DENIED) {
            reply(exchange, 400, error("AccessDeniedException", "User is not authorized to perform: glue:UpdateTable"));
            return;
        }
        if (met == Mishap.LOST_BEFORE) {
            exchange.close();
            return;
        }
        JsonNode input = request.path("TableInput");
        ObjectNode found = Objects.requireNonNull(tables.get(input.path("Name").asText()));
        if (!found.path("VersionId").asText().equals(request.path("VersionId").asText())) {
            reply(
                    exchange,
                    400,
                    error("ConcurrentModificationException", "Update table failed due to concurrent modifications"));
            return;
        }
        updates.add(request);
        ObjectNode next = ((ObjectNode) input.deepCopy())
                .put("DatabaseName", "analytics")
                .put("VersionId", Integer.toString(found.path("VersionId").asInt() + 1));
        tables.put(input.path("Name").asText(), next);
        if (met == Mishap.LOST_AFTER) {
            exchange.close();
            return;
        }
        reply(exchange, 200, json.createObjectNode());
    }

    private ObjectNode error(String type, String message) {
        return json.createObjectNode().put("__type", type).put("Message", message);
    }

    private void reply(HttpExchange exchange, int status, ObjectNode content) throws IOException {
        try (exchange) {
            byte[] bytes = content.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.1");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
