/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * What went wrong with one request, as far as it decides what to do next.
 *
 * @param mayHaveHappened true if the service may have done what it was asked, or may do it still
 */
record Trouble(Kind kind, boolean mayHaveHappened, RuntimeException thrown) {

    /** Whether, and how often, asking again can help. */
    enum Kind {
        /** The service wants fewer requests. */
        THROTTLED,
        /** It may pass: a broken connection, a fault within the service, a race with another writer. */
        PASSING,
        /** Nobody was reached; most often the address is wrong, now and then the network is down. */
        UNREACHABLE,
        /** The same request would be refused again. */
        REFUSED
    }

    private static final Set<String> THROTTLING = Set.of(
            "SlowDown",
            "Throttling",
            "ThrottlingException",
            "ThrottledException",
            "RequestThrottled",
            "RequestThrottledException",
            "RequestLimitExceeded",
            "BandwidthLimitExceeded",
            "TooManyRequests",
            "TooManyRequestsException");

    /** What the service answers without having done anything, and may do at the next attempt. */
    private static final Set<String> LOST_A_RACE =
            Set.of("ConditionalRequestConflict", "OperationAborted", "RequestTimeout");

    private static final Set<String> ENDED_KEYS = Set.of("ExpiredToken", "TokenRefreshRequired");

    private static final int BAD_REQUEST = 400;

    /** Of the HTTP client, whose classes differ by version: a connection that never came to be. */
    private static final Set<String> NEVER_SENT =
            Set.of("ConnectTimeoutException", "ConnectionRequestTimeoutException", "HttpHostConnectException");

    static Trouble of(RuntimeException thrown) {
        Optional<AccessNotGranted> notGranted = notGranted(thrown);
        if (notGranted.isPresent()) {
            return new Trouble(notGranted.get().mayPass() ? Kind.PASSING : Kind.REFUSED, false, thrown);
        }
        if (thrown instanceof AwsServiceException answer) {
            return ofAnswer(answer);
        }
        if (thrown instanceof AbortedException) {
            return new Trouble(Kind.REFUSED, true, thrown);
        }
        if (thrown instanceof ApiCallTimeoutException || thrown instanceof ApiCallAttemptTimeoutException) {
            return new Trouble(Kind.PASSING, true, thrown);
        }
        boolean distrusted =
                hasCause(thrown, SSLHandshakeException.class) || hasCause(thrown, SSLPeerUnverifiedException.class);
        if (distrusted && !hasCause(thrown, SocketException.class)) {
            return new Trouble(Kind.REFUSED, false, thrown);
        }
        if (hasCause(thrown, ConnectException.class)
                || hasCause(thrown, NoRouteToHostException.class)
                || hasCause(thrown, UnknownHostException.class)
                || causes(thrown)
                        .anyMatch(cause -> NEVER_SENT.contains(cause.getClass().getSimpleName()))) {
            return new Trouble(Kind.UNREACHABLE, false, thrown);
        }
        boolean brokenOff = hasCause(thrown, IOException.class) || hasCause(thrown, XMLStreamException.class);
        return brokenOff || thrown instanceof UncheckedIOException
                ? new Trouble(Kind.PASSING, true, thrown)
                : new Trouble(Kind.REFUSED, false, thrown); // such as credentials that cannot be had: nothing was sent
    }

    /** Why the right to a request was not had, where that is what went wrong. */
    static Optional<AccessNotGranted> notGranted(Throwable thrown) {
        return causes(thrown)
                .filter(AccessNotGranted.class::isInstance)
                .map(AccessNotGranted.class::cast)
                .findFirst();
    }

    private static Trouble ofAnswer(AwsServiceException answer) {
        if (!(answer instanceof S3Exception)) {
            // The keys could not be had, so that the request itself was never sent.
            return new Trouble(answer.statusCode() >= 500 ? Kind.PASSING : Kind.REFUSED, false, answer);
        }
        String code = code(answer);
        int status = answer.statusCode();
        if (status == 429 || THROTTLING.contains(code)) {
            return new Trouble(Kind.THROTTLED, false, answer);
        }
        if (LOST_A_RACE.contains(code)) {
            return new Trouble(Kind.PASSING, false, answer);
        }
        if (status == 503) {
            return new Trouble(Kind.THROTTLED, true, answer);
        }
        return (status >= 500 && status != 501) || status == 408 || code.equals("InternalError")
                ? new Trouble(Kind.PASSING, true, answer)
                : new Trouble(Kind.REFUSED, false, answer);
    }

    /** True if it may be that a session has ended. What answers a question for the headers alone does not say so. */
    boolean mayMeanEndedKeys() {
        if (!(thrown instanceof S3Exception answer)) {
            return false;
        }
        String code = code(answer);
        return ENDED_KEYS.contains(code) || (code.isEmpty() && answer.statusCode() == BAD_REQUEST);
    }

    /** The service's own word for it, such as {@code NoSuchKey}; empty where it gave none. */
    static String code(AwsServiceException answer) {
        AwsErrorDetails details = answer.awsErrorDetails();
        return details == null || details.errorCode() == null ? "" : details.errorCode();
    }

    /** How long the service wants to be left alone, if it says so. */
    Optional<Duration> retryAfter() {
        return header("Retry-After")
                .filter(text -> text.matches("\\d{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    /** A header of the answer, if one came. */
    Optional<String> header(String name) {
        if (!(thrown instanceof AwsServiceException answer)) {
            return Optional.empty();
        }
        AwsErrorDetails details = answer.awsErrorDetails();
        return details == null || details.sdkHttpResponse() == null
                ? Optional.empty()
                : details.sdkHttpResponse().firstMatchingHeader(name);
    }

    private static boolean hasCause(Throwable thrown, Class<? extends Throwable> type) {
        return causes(thrown).anyMatch(type::isInstance);
    }

    static Stream<Throwable> causes(@Nullable Throwable thrown) {
        return Stream.iterate(thrown, cause -> cause != null, cause -> cause.getCause())
                .limit(20);
    }
}
