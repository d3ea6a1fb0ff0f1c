/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.emulator;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A proxy on this machine before an HTTP service: counts the requests, delays each, and lets single ones come to grief. It
 * asks the plan once for each request, in the order in which they arrive.
 */
public final class FaultyProxy implements AutoCloseable {

    private final URI target;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<SeenRequest> requests = new ArrayList<>();
    private volatile Function<SeenRequest, Mishap> plan = request -> Mishap.NONE;
    private volatile Duration delay = Duration.ZERO;

    private FaultyProxy(URI target, ServerSocket server) {
        this.target = target;
        this.server = server;
    }

    /** One that passes everything on. */
    public static FaultyProxy before(URI target) {
        try {
            FaultyProxy proxy = new FaultyProxy(target, new ServerSocket(0, 200, InetAddress.getLoopbackAddress()));
            start("proxy", proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** From now on each request takes this much longer. */
    public FaultyProxy delaying(Duration each) {
        delay = each;
        return this;
    }

    /** From now on requests go as planned. */
    public FaultyProxy planning(Function<SeenRequest, Mishap> next) {
        plan = next;
        return this;
    }

    /** From now on the n-th request, counted from here, comes to grief, and no other. */
    public FaultyProxy failing(long n, Mishap mishap) {
        long number = count() + n;
        return planning(request -> request.number() == number ? mishap : Mishap.NONE);
    }

    /** All that came since the beginning, or since they were forgotten. */
    public List<SeenRequest> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    public long count() {
        return requests().size();
    }

    public long count(String operation) {
        return requests().stream().filter(request -> request.is(operation)).count();
    }

    public void forget() {
        synchronized (requests) {
            requests.clear();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                client.setTcpNoDelay(true);
                open.add(client);
                start("proxied", () -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** All requests of one connection. */
    private void serve(Socket client) {
        try (client;
                Upstream upstream = new Upstream()) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            for (Message request = Message.read(in, false); request != null; request = Message.read(in, false)) {
                if (!handle(request, client, upstream)) {
                    return;
                }
            }
        } catch (IOException | InterruptedException broken) {
            // one of the two sides went away
        } finally {
            open.remove(client);
        }
    }

    /** True if the connection goes on. */
    private boolean handle(Message request, Socket client, Upstream upstream) throws IOException, InterruptedException {
        SeenRequest seen = see(request);
        Mishap mishap = plan.apply(seen);
        if (!delay.isZero()) {
            Thread.sleep(delay.toMillis());
        }
        Optional<Message> answer =
                mishap.reaches() ? Optional.of(upstream.ask(request, seen.method())) : Optional.empty();
        OutputStream out = client.getOutputStream();
        if (mishap.answer().isPresent()) {
            out.write(
                    seen.method().equals("HEAD")
                            ? headOf(mishap.answer().get())
                            : mishap.answer().get());
            out.flush();
            return mishap.ending() == Mishap.Ending.ANSWERED;
        }
        switch (mishap.ending()) {
            case ANSWERED -> {
                Message given = answer.orElseThrow();
                given.write(out, mishap.most());
                return !given.closes() && mishap.most() == Integer.MAX_VALUE;
            }
            case CUT -> {
                return false;
            }
            case SILENT -> {
                int ignored = client.getInputStream().read(); // until the other side gives up
                return false;
            }
        }
        throw new IllegalStateException("Every ending is one of those");
    }

    /** The answer to a HEAD has no body, whatever it is. */
    private static byte[] headOf(byte[] answer) {
        int end = new String(answer, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
        return Arrays.copyOf(answer, Math.min(end, answer.length));
    }

    private SeenRequest see(Message request) {
        String[] words = request.firstLine.split(" ", 3);
        synchronized (requests) {
            SeenRequest seen = new SeenRequest(requests.size() + 1, words[0], words[1], request.headers);
            requests.add(seen);
            return seen;
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket client : open) {
                client.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The connection to the service that belongs to one connection of a client. */
    private final class Upstream implements AutoCloseable {
        private @Nullable Socket socket;
        private @Nullable InputStream in;

        Message ask(Message request, String method) throws IOException {
            Socket to = socket;
            InputStream from = in;
            if (to == null || from == null) {
                to = new Socket(target.getHost(), target.getPort());
                to.setTcpNoDelay(true);
                from = new BufferedInputStream(to.getInputStream());
                socket = to;
                in = from;
            }
            request.write(to.getOutputStream(), Integer.MAX_VALUE);
            Message answer = Message.read(from, method.equals("HEAD"));
            if (answer == null) {
                throw new EOFException("the service hung up");
            }
            if (answer.closes()) {
                close();
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            if (socket != null) {
                socket.close();
            }
            socket = null;
            in = null;
        }
    }
}
