/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.connect;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;

/** A connection that is opened to a server and closed again; of an address no more is ever told than host and port. */
final class Line {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The server of an address; empty where it names none, as that of a database in a file. */
    static Optional<URI> server(String text) {
        String plain = text.startsWith("jdbc:") ? text.substring("jdbc:".length()) : text;
        try {
            URI address = new URI(plain);
            return address.getHost() == null || port(address) < 0 ? Optional.empty() : Optional.of(address);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /**
     * The server of an address that may be a secret.
     *
     * @throws GateException with {@code CONFIG_INVALID}, without the address, if it names none
     */
    static URI address(String text) {
        return server(text)
                .orElseThrow(() -> new GateException(
                        Fault.CONFIG_INVALID, "address", "What it refers to is no address like https://host/path."));
    }

    private static int port(URI address) {
        if (address.getPort() >= 0) {
            return address.getPort();
        }
        return switch (String.valueOf(address.getScheme())) {
            case "https" -> 443;
            case "http" -> 80;
            case "postgresql" -> 5432;
            default -> -1;
        };
    }

    /**
     * Opens a connection and closes it.
     *
     * @return what was reached, as the beginning of a sentence
     * @throws GateException with {@code STORAGE} if it was not
     */
    String reach(URI server) {
        String place = "%s:%d".formatted(server.getHost(), port(server));
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.getHost(), port(server)), (int) PATIENCE.toMillis());
            return "reached " + place;
        } catch (SocketTimeoutException e) {
            throw new GateException(
                    Fault.STORAGE, place, "%s gave no answer within %d s.".formatted(place, PATIENCE.toSeconds()), e);
        } catch (IOException e) {
            String why = socketProblem(e);
            throw new GateException(Fault.STORAGE, place, "%s cannot be reached: %s.".formatted(place, why), e);
        }
    }

    private static String socketProblem(IOException e) {
        return e instanceof UnknownHostException ? "there is no host of that name" : String.valueOf(e.getMessage());
    }
}
