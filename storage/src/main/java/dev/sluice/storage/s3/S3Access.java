/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Access.Setting;
import dev.sluice.core.store.Access.Versioning;
import dev.sluice.core.store.Location;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import software.amazon.awssdk.services.s3.model.GetBucketVersioningRequest;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/** What an S3 service tells of itself and of a bucket, asked by a listing of one object, which says most about refusals. */
final class S3Access {

    private S3Access() {}

    static Access of(Service service, Location place) {
        ListObjectsV2Request request = ListObjectsV2Request.builder()
                .bucket(place.authority())
                .prefix(S3Addresses.keyPrefix(place))
                .maxKeys(1)
                .build();
        ListObjectsV2Response answer = service.requests()
                .send(Act.LIST, place, doubt -> service.client().listObjectsV2(request));
        return new Access(
                settings(service.storage(), header(answer, "x-amz-bucket-region")),
                header(answer, "Date").flatMap(S3Access::time),
                versioning(service, place),
                Optional.empty());
    }

    private static Optional<String> header(ListObjectsV2Response answer, String name) {
        return answer.sdkHttpResponse().firstMatchingHeader(name);
    }

    private static Optional<Instant> time(String date) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME
                    .withLocale(Locale.ROOT)
                    .withZone(ZoneOffset.UTC)
                    .parse(date, Instant::from));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static List<Setting> settings(S3Storage storage, Optional<String> told) {
        List<Setting> settings = new ArrayList<>();
        settings.add(
                new Setting("endpoint", storage.endpoint().map(Object::toString).orElse("AWS")));
        told.or(storage::region).ifPresent(region -> settings.add(new Setting("region", region)));
        settings.add(new Setting("credentials", told(storage.credentials())));
        return settings;
    }

    /** Where they come from; never what they are. */
    private static String told(Credentials credentials) {
        String kind = credentials.kind().key();
        return switch (credentials.kind()) {
            case STATIC ->
                "%s, %s"
                        .formatted(
                                kind,
                                ((Credentials.Static) credentials).accessKey().reference());
            case PROFILE -> "%s %s".formatted(kind, ((Credentials.Profile) credentials).name());
            case WEB_IDENTITY ->
                kind
                        + ((Credentials.WebIdentity) credentials)
                                .arn()
                                .map(arn -> " for " + arn)
                                .orElse("");
            case ASSUME_ROLE -> {
                Credentials.AssumeRole role = (Credentials.AssumeRole) credentials;
                yield "%s %s, asked for with %s".formatted(kind, role.arn(), told(role.source()));
            }
            case LENT -> "lent by " + ((Credentials.Lent) credentials).lender();
            case SIGNATURES -> "none; requests are signed by " + ((Credentials.Signatures) credentials).by();
            case CONTAINER, DEFAULT_CHAIN, ANONYMOUS -> kind;
        };
    }

    private static Versioning versioning(Service service, Location place) {
        GetBucketVersioningRequest request =
                GetBucketVersioningRequest.builder().bucket(place.authority()).build();
        try {
            String status = service.requests()
                    .send(
                            Act.LOOK_AT_VERSIONING,
                            place,
                            doubt -> String.valueOf(service.client()
                                    .getBucketVersioning(request)
                                    .statusAsString()));
            return status.equals("null") ? Versioning.UNVERSIONED : Versioning.VERSIONED;
        } catch (GateException e) {
            return Versioning.UNKNOWN; // what is asked for with this permission is a comfort, and no need
        }
    }
}
