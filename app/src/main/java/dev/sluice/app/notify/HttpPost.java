/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Posts JSON and tells what came of it. No exception leaves it, since those of the client may hold the address; it never
 * follows a redirect, so that what it sends reaches nobody else. Proxies are those of the JVM's settings.
 */
public final class HttpPost {

    /** How long a whole exchange may take. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Clock clock;
    private final Duration patience;
    private @Nullable HttpClient client;

    public HttpPost(Clock clock, Duration patience) {
        this.clock = clock;
        this.patience = patience;
    }

    /** @param headers besides those that every request has */
    Reply send(String address, Map<String, String> headers, byte[] json) {
        HttpRequest request;
        try {
            request = request(new URI(address), headers, json);
        } catch (URISyntaxException | IllegalArgumentException e) {
            return new Reply.Unsendable(
                    "The address is no http or https address, or a header cannot be sent as it is.");
        }
        return exchange(request);
    }

    private HttpRequest request(URI address, Map<String, String> headers, byte[] json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(patience)
                .header("Content-Type", "application/json; charset=utf-8")
                .header("User-Agent", "sluice")
                .POST(HttpRequest.BodyPublishers.ofByteArray(json));
        headers.forEach(request::setHeader);
        return request.build();
    }

    private Reply exchange(HttpRequest request) {
        CompletableFuture<HttpResponse<String>> sent = client().sendAsync(request, head -> new Beginning());
        try {
            HttpResponse<String> response = sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return new Reply.Answered(response.statusCode(), response.body(), retryAfter(response));
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            return new Reply.Unanswered("Sluice was stopped before the answer came.");
        } catch (TimeoutException e) {
            sent.cancel(true);
            return noAnswerInTime();
        } catch (ExecutionException e) {
            return new Reply.Unanswered(why(e));
        }
    }

    private Reply noAnswerInTime() {
        return new Reply.Unanswered("No answer came within %s s.".formatted(patience.toMillis() / 1000.0));
    }

    /** What kind of trouble it was; the words of the exception itself may hold the address. */
    private String why(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpTimeoutException) {
                return "No answer came within %s s.".formatted(patience.toMillis() / 1000.0);
            }
            if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
                return "The host's name is not known.";
            }
            if (cause instanceof SSLException) {
                return "The connection could not be secured.";
            }
        }
        return thrown.getCause() instanceof ConnectException
                ? "The connection was refused, or the host cannot be reached."
                : "The connection broke before an answer came.";
    }

    private synchronized HttpClient client() {
        HttpClient made = client;
        if (made == null) {
            made = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(patience)
                    .build();
            client = made;
        }
        return made;
    }

    /** In seconds or as a date; whatever else stands there counts for nothing. */
    private Optional<Duration> retryAfter(HttpResponse<?> response) {
        return response.headers().firstValue("Retry-After").map(String::strip).flatMap(this::duration);
    }

    private Optional<Duration> duration(String text) {
        if (text.matches("\\d{1,9}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            ZonedDateTime date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
            Duration until = Duration.between(clock.instant(), date.toInstant());
            return until.isNegative() ? Optional.empty() : Optional.of(until);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
