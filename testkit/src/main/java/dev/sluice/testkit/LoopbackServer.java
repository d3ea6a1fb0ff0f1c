/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on this machine alone: keeps what it was sent and answers as its script says, then always the same. */
public final class LoopbackServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Behaviour> script = new ConcurrentLinkedQueue<>();
    private final List<Request> requests = new ArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Behaviour otherwise;

    /** What it was sent. */
    public record Request(String method, String path, Map<String, List<String>> headers, String body) {

        /** The first value of a header, empty text where there is none. */
        public String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> header.getValue().get(0))
                    .findFirst()
                    .orElse("");
        }
    }

    /** How it answers one request. */
    @FunctionalInterface
    public interface Behaviour {

        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    /** @param otherwise how it answers where its script says nothing */
    public LoopbackServer(Behaviour otherwise) {
        this.otherwise = otherwise;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    public static Behaviour status(int status, String body) {
        return answer(status, Map.of(), body);
    }

    public static Behaviour answer(int status, Map<String, String> headers, String body) {
        return exchange -> {
            headers.forEach(exchange.getResponseHeaders()::set);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        };
    }

    /** Breaks the connection instead of an answer. */
    public static Behaviour hangsUp() {
        return HttpExchange::close;
    }

    /** Answers well and never ends. */
    public Behaviour endless(int status, String beginning) {
        return exchange -> {
            exchange.sendResponseHeaders(status, 0);
            OutputStream body = exchange.getResponseBody();
            body.write(beginning.getBytes(StandardCharsets.UTF_8));
            byte[] more = new byte[1024];
            while (closed.getCount() > 0) {
                body.write(more);
                body.flush();
            }
        };
    }

    /** Gives no answer as long as the server is there. */
    public Behaviour silent() {
        return exchange -> closed.await();
    }

    public LoopbackServer answers(Behaviour... behaviours) {
        script.addAll(List.of(behaviours));
        return this;
    }

    public URI address(String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path));
    }

    /** All that it was sent, in order. */
    public List<Request> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            synchronized (requests) {
                requests.add(new Request(
                        exchange.getRequestMethod(),
                        exchange.getRequestURI().toString(),
                        Map.copyOf(exchange.getRequestHeaders()),
                        body));
            }
            Behaviour scripted = script.poll();
            (scripted == null ? otherwise : scripted).answer(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
