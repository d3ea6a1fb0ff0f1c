/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What the service refused or did not answer, in plain words, with what mends it and without a secret. */
final class S3Failure {

    private static final Pattern EXPECTED_REGION = Pattern.compile("expecting '([a-z0-9-]+)'");

    /** Key ids, tokens and signatures, in case a service repeats them in its message. */
    private static final Pattern SECRET = Pattern.compile(
            "\\b(A[SK]IA[A-Z0-9]{8,})\\b" + "|(?i)(?<=(?:signature|token|credential|password|secret)[=:] ?)[^\\s,;&]+");

    private final S3Storage storage;
    private final Clock clock;

    S3Failure(S3Storage storage, Clock clock) {
        this.storage = storage;
        this.clock = clock;
    }

    /**
     * @param inDoubt whether any of the attempts may have happened
     * @param attempts how many there were
     */
    GateException of(Act act, Location subject, Trouble trouble, boolean inDoubt, int attempts) {
        String reason = reason(act, subject, trouble);
        String often = attempts == 1 ? "" : " That was attempt %d.".formatted(attempts);
        if (act.creates() && inDoubt) {
            return unanswered(subject, reason + often, trouble.thrown());
        }
        return new GateException(
                Fault.STORAGE,
                subject.toString(),
                "Could not %s. %s%s".formatted(act.words(), reason, often),
                trouble.thrown());
    }

    GateException interrupted(Act act, Location subject, boolean inDoubt) {
        String reason = "The thread was interrupted.";
        return act.creates() && inDoubt
                ? unanswered(subject, reason, null)
                : new GateException(
                        Fault.STORAGE, subject.toString(), "Could not %s. %s".formatted(act.words(), reason));
    }

    static GateException unanswered(Location subject, String reason, @Nullable Throwable cause) {
        return new GateException(
                Fault.UNANSWERED,
                subject.toString(),
                "It was sent, and no answer tells whether it was written. %s".formatted(reason),
                cause);
    }

    /** Why, in full sentences. */
    String reason(Act act, Location subject, Trouble trouble) {
        Optional<AccessNotGranted> notGranted = Trouble.notGranted(trouble.thrown());
        if (notGranted.isPresent()) {
            return words(notGranted.get()) + ".";
        }
        return trouble.thrown() instanceof AwsServiceException answer
                ? ofAnswer(act, subject, trouble, answer)
                : ofSilence(trouble);
    }

    private String ofAnswer(Act act, Location subject, Trouble trouble, AwsServiceException answer) {
        if (!(answer instanceof S3Exception)) {
            return "The keys for %s could not be had. %s".formatted(storage.prefix(), said(answer));
        }
        String advice = advice(act, subject, trouble, answer);
        return advice.isEmpty() ? said(answer) : said(answer) + " " + advice;
    }

    /** "The service answered 403 AccessDenied: Access Denied (request 1A2B)." */
    private static String said(AwsServiceException answer) {
        String message = answer.awsErrorDetails() == null
                ? null
                : answer.awsErrorDetails().errorMessage();
        String request = answer.requestId();
        return "The service answered %d%s%s%s."
                .formatted(
                        answer.statusCode(),
                        Trouble.code(answer).isEmpty() ? "" : " " + Trouble.code(answer),
                        message == null || message.isBlank() ? "" : ": " + ended(message),
                        request == null || request.isBlank() ? "" : " (request " + request + ")");
    }

    private static String ended(String message) {
        String line = SECRET.matcher(message.strip().replaceAll("\\s+", " ")).replaceAll("***");
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    private String advice(Act act, Location subject, Trouble trouble, AwsServiceException answer) {
        String code = Trouble.code(answer);
        return switch (code) {
            case "NoSuchKey" -> "It does not exist.";
            case "NoSuchBucket" -> "There is no bucket \"%s\" there.".formatted(subject.authority());
            case "AccessDenied", "AllAccessDisabled" ->
                "The credentials in use lack the permission %s, or the bucket's policy denies it."
                        .formatted(act.permission());
            case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "InvalidSecurity" -> foreign();
            case "ExpiredToken", "TokenRefreshRequired" -> expired();
            case "RequestTimeTooSkewed", "RequestExpired" -> clocks(trouble);
            case "InvalidObjectState" -> ARCHIVED;
            default -> otherAdvice(act, subject, trouble, answer);
        };
    }

    private String foreign() {
        return switch (storage.credentials().kind()) {
            case LENT -> "The keys of %s are not the service's.".formatted(lender());
            case SIGNATURES ->
                "What %s signs is not what the service expects."
                        .formatted(((Credentials.Signatures) storage.credentials()).by());
            case STATIC, PROFILE, WEB_IDENTITY, CONTAINER, ASSUME_ROLE, DEFAULT_CHAIN, ANONYMOUS ->
                "The credentials configured for %s are not the service's; check access-key, secret-key and session-token."
                        .formatted(storage.prefix());
        };
    }

    private String expired() {
        return storage.credentials().kind() == Credentials.Kind.LENT
                ? "The keys of %s have expired before it said they would.".formatted(lender())
                : "The credentials configured for %s have expired; static ones are not renewed by themselves."
                        .formatted(storage.prefix());
    }

    private String lender() {
        return ((Credentials.Lent) storage.credentials()).lender();
    }

    static final String ARCHIVED =
            "It is archived; restore it before its table is maintained, or leave its partition out.";

    private String otherAdvice(Act act, Location subject, Trouble trouble, AwsServiceException answer) {
        if (isWrongRegion(trouble, answer)) {
            return region(subject, trouble, answer);
        }
        return switch (answer.statusCode()) {
            case 404 -> "It does not exist.";
            case 403 ->
                "The credentials in use lack the permission %s, or they are not the service's."
                        .formatted(act.permission());
            case 501 -> "The service at %s cannot do this.".formatted(service());
            default -> "";
        };
    }

    private static boolean isWrongRegion(Trouble trouble, AwsServiceException answer) {
        String code = Trouble.code(answer);
        return code.equals("PermanentRedirect")
                || code.equals("AuthorizationHeaderMalformed")
                || code.equals("IllegalLocationConstraintException")
                || answer.statusCode() == 301
                || (answer.statusCode() == 307
                        && trouble.header("x-amz-bucket-region").isPresent());
    }

    private String region(Location subject, Trouble trouble, AwsServiceException answer) {
        Matcher expected = EXPECTED_REGION.matcher(String.valueOf(answer.getMessage()));
        Optional<String> right = trouble.header("x-amz-bucket-region")
                .or(() -> expected.find() ? Optional.of(expected.group(1)) : Optional.empty());
        String asked = storage.region().orElse(S3Clients.REGION_OF_NOBODY);
        return right.map(region -> "The bucket \"%s\" is in the region %s, and %s was asked: set `region: %s` for %s."
                        .formatted(subject.authority(), region, asked, region, storage.prefix()))
                .orElseGet(() -> "The bucket \"%s\" is in another region than %s: set `region` for %s."
                        .formatted(subject.authority(), asked, storage.prefix()));
    }

    private String clocks(Trouble trouble) {
        String here = DateTimeFormatter.ISO_INSTANT.format(clock.instant().truncatedTo(ChronoUnit.SECONDS));
        String there = trouble.header("Date").map(S3Failure::instant).orElse("another time");
        return "This machine's clock and the service's differ too much: here it is %s, there %s. Set this machine's clock;"
                        .formatted(here, there)
                + " what is old enough to remove is judged by it as well.";
    }

    private static String instant(String header) {
        try {
            return DateTimeFormatter.ISO_INSTANT.format(DateTimeFormatter.RFC_1123_DATE_TIME
                    .withLocale(Locale.ROOT)
                    .withZone(ZoneOffset.UTC)
                    .parse(header, Instant::from));
        } catch (DateTimeParseException e) {
            return header;
        }
    }

    /** No answer came, or none that could be understood. */
    private String ofSilence(Trouble trouble) {
        Throwable deepest =
                Trouble.causes(trouble.thrown()).reduce((above, below) -> below).orElse(trouble.thrown());
        if (deepest instanceof UnknownHostException) {
            return "There is no host \"%s\": check `endpoint` and `region` of %s."
                    .formatted(deepest.getMessage(), storage.prefix());
        }
        if (Trouble.causes(trouble.thrown()).anyMatch(SSLException.class::isInstance)) {
            return "No safe connection to %s came about (%s). Where its certificate is the owner's own, set `ca-file` for %s."
                    .formatted(service(), words(deepest), storage.prefix());
        }
        return trouble.kind() == Trouble.Kind.REFUSED
                ? "Nothing was sent: %s.".formatted(words(trouble.thrown()))
                : "No answer came from %s: %s.".formatted(service(), words(deepest));
    }

    private static String words(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || message.isBlank() ? thrown.getClass().getSimpleName() : ended(message);
    }

    private String service() {
        return storage.endpoint()
                .map(Object::toString)
                .orElseGet(() -> "S3 in " + storage.region().orElse(S3Clients.REGION_OF_NOBODY));
    }
}
