/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package org.apache.iceberg.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.apache.iceberg.rest.responses.OAuthTokenResponse;
import org.apache.iceberg.util.Pair;
import org.jspecify.annotations.Nullable;

/**
 * A REST catalog on loopback before another catalog: Iceberg's own adapter behind the JDK's server. It stands in this
 * package because the adapter's ways in are not open to others.
 */
public final class LoopbackCatalog implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final RESTCatalogAdapter adapter;
    private final ObjectMapper json = RESTObjectMapper.mapper();
    private final Predicate<Asked> admission;
    private final @Nullable TokenDesk desk;
    private final Map<String, Function<Asked, Answer>> besides = new ConcurrentHashMap<>();
    private volatile UnaryOperator<LoadTableResponse> giving = response -> response;
    private volatile int refusal;
    private final AtomicReference<Runnable> beforeCommit = new AtomicReference<>(() -> {});

    /** @param token what every request must bear */
    public LoopbackCatalog(Catalog catalog, String token) throws IOException {
        this(catalog, asked -> ("Bearer " + token).equals(asked.authorization()), null);
    }

    /** @param admission says who is let in */
    public LoopbackCatalog(Catalog catalog, Predicate<Asked> admission) throws IOException {
        this(catalog, admission, null);
    }

    /** @param desk gives out the tokens that requests must bear */
    public LoopbackCatalog(Catalog catalog, TokenDesk desk) throws IOException {
        this(catalog, asked -> desk.holds(asked.authorization()), desk);
    }

    private LoopbackCatalog(Catalog catalog, Predicate<Asked> admission, @Nullable TokenDesk desk) throws IOException {
        this.adapter = new RESTCatalogAdapter(catalog);
        this.admission = admission;
        this.desk = desk;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /**
     * What is answered besides what Iceberg's adapter knows.
     *
     * @param ending how the path ends
     */
    public LoopbackCatalog answering(String ending, Function<Asked, Answer> answer) {
        besides.put(ending, answer);
        return this;
    }

    /** What is put into the answer when a table is asked for. */
    public LoopbackCatalog giving(UnaryOperator<LoadTableResponse> more) {
        giving = more;
        return this;
    }

    /** An answer in JSON. */
    public record Answer(int status, String json, Map<String, String> headers) {}

    /** Another writer acts once, right before the next commit to a table is carried out. */
    public void beforeNextCommit(Runnable act) {
        beforeCommit.set(act);
    }

    /** From now on every commit to a table is refused. */
    public void refuseCommits(int status) {
        refusal = status;
    }

    public String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            HTTPRequest.HTTPMethod method = HTTPRequest.HTTPMethod.valueOf(exchange.getRequestMethod());
            String path = exchange.getRequestURI().getRawPath().substring(1);
            Asked asked = Asked.of(exchange);
            for (Map.Entry<String, Function<Asked, Answer>> beside : besides.entrySet()) {
                if (path.endsWith(beside.getKey())) {
                    replyBesides(exchange, asked, beside.getValue());
                    return;
                }
            }
            Pair<Route, Map<String, String>> found = Route.from(method, path);
            if (found == null) {
                reply(exchange, 400, error(400, "NoRoute", path));
                return;
            }
            Route route = found.first();
            if (desk != null && route == Route.TOKENS) {
                giveToken(exchange, desk, asked);
                return;
            }
            if (!admission.test(asked)) {
                reply(exchange, 401, error(401, "NotAuthorizedException", "The token is not accepted"));
                return;
            }
            if (refusal != 0 && route == Route.UPDATE_TABLE) {
                reply(exchange, refusal, error(refusal, "Refused", "Not today"));
                return;
            }
            if (route == Route.UPDATE_TABLE) {
                beforeCommit.getAndSet(() -> {}).run();
            }
            HTTPRequest request = adapter.buildRequest(
                    method, path, query(exchange.getRequestURI()), asked.headers(), body(asked, route));
            ErrorResponse[] failure = new ErrorResponse[1];
            RESTResponse response;
            try {
                response = adapter.execute(request, route.responseClass(), e -> failure[0] = e, headers -> {});
            } catch (RuntimeException e) {
                if (failure[0] == null) {
                    reply(exchange, 500, error(500, e.getClass().getSimpleName(), String.valueOf(e.getMessage())));
                } else {
                    reply(exchange, failure[0].code(), failure[0]);
                }
                return;
            }
            if (failure[0] != null) {
                reply(exchange, failure[0].code(), failure[0]);
            } else {
                RESTResponse given = response instanceof LoadTableResponse table ? giving.apply(table) : response;
                reply(exchange, given == null ? 204 : 200, given);
            }
        }
    }

    private void replyBesides(HttpExchange exchange, Asked asked, Function<Asked, Answer> answering)
            throws IOException {
        if (!admission.test(asked)) {
            reply(exchange, 401, error(401, "NotAuthorizedException", "The token is not accepted"));
            return;
        }
        Answer answer = answering.apply(asked);
        answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        reply(exchange, answer.status(), answer.json().getBytes(StandardCharsets.UTF_8));
    }

    private void giveToken(HttpExchange exchange, TokenDesk desk, Asked asked) throws IOException {
        Map<String, String> form = RESTUtil.decodeFormData(asked.body());
        Optional<OAuthTokenResponse> token = desk.ask(form, asked.authorization());
        if (token.isPresent()) {
            reply(exchange, 200, token.get());
        } else {
            reply(
                    exchange,
                    401,
                    "{\"error\": \"invalid_client\", \"error_description\": \"The client is not known\"}"
                            .getBytes(StandardCharsets.UTF_8));
        }
    }

    private static ErrorResponse error(int code, String type, String message) {
        return ErrorResponse.builder()
                .responseCode(code)
                .withType(type)
                .withMessage(message)
                .build();
    }

    private Object body(Asked asked, Route route) throws IOException {
        return route.requestClass() == null || asked.body().isEmpty()
                ? null
                : json.readValue(asked.body(), route.requestClass());
    }

    private static Map<String, String> query(URI uri) {
        return uri.getRawQuery() == null ? Map.of() : RESTUtil.decodeFormData(uri.getRawQuery());
    }

    private void reply(HttpExchange exchange, int status, RESTMessage message) throws IOException {
        reply(exchange, status, message == null ? new byte[0] : json.writeValueAsBytes(message));
    }

    private static void reply(HttpExchange exchange, int status, byte[] content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        boolean empty = content.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, empty ? -1 : content.length);
        if (!empty) {
            exchange.getResponseBody().write(content);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
        try {
            adapter.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
