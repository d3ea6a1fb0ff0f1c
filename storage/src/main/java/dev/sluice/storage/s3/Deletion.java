/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store.DeleteOutcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * How files are deleted: up to a thousand by one request, several requests at a time, with an account for each file. Where a
 * service cannot delete many at once, one by one.
 */
final class Deletion {

    private static final int MOST = 1_000;
    private static final int FEWEST = 50;
    private static final int NO_CONTENT = 204;
    private static final int NOT_FOUND = 404;

    /** What services answer that know no deletion of many, or only one of another kind. */
    private static final Set<Integer> NO_BULK = Set.of(400, 404, 405, 411, 501);

    /** Answers of those numbers that have other reasons. */
    private static final Set<String> OTHER_REASONS = Set.of(
            "NoSuchBucket",
            "AuthorizationHeaderMalformed",
            "ExpiredToken",
            "InvalidToken",
            "TokenRefreshRequired",
            "RequestTimeTooSkewed");

    /** What goes wrong with one of many and may go right at the next attempt. */
    private static final Set<String> PASSING = Set.of("InternalError", "SlowDown", "ServiceUnavailable", "503", "500");

    private final Service service;
    private final AtomicInteger batch = new AtomicInteger(MOST);

    Deletion(Service service) {
        this.service = service;
    }

    /** All of one bucket, each named once. */
    Map<Location, DeleteOutcome> of(List<Location> files) {
        Map<Location, DeleteOutcome> outcomes = new ConcurrentHashMap<>();
        delete(files, outcomes);
        List<Location> left =
                files.stream().filter(file -> !outcomes.containsKey(file)).toList();
        delete(left, outcomes); // one by one now, where the service could not do it otherwise
        return outcomes;
    }

    private void delete(List<Location> files, Map<Location, DeleteOutcome> outcomes) {
        List<CompletableFuture<Void>> batches = new ArrayList<>();
        int size = batch.get();
        for (int from = 0; from < files.size(); from += size) {
            List<Location> some = files.subList(from, Math.min(files.size(), from + size));
            batches.add(CompletableFuture.runAsync(() -> deleteBatch(some, outcomes), service.threads()));
        }
        batches.forEach(CompletableFuture::join);
    }

    private void deleteBatch(List<Location> files, Map<Location, DeleteOutcome> outcomes) {
        if (files.size() == 1) {
            outcomes.put(files.get(0), deleteOne(files.get(0)));
            return;
        }
        try {
            deleteMany(files, outcomes);
        } catch (GateException e) {
            files.forEach(file -> outcomes.putIfAbsent(file, failed(file, e.reason())));
        }
    }

    /** Leaves files without an outcome where the service cannot delete many at once. */
    private void deleteMany(List<Location> files, Map<Location, DeleteOutcome> outcomes) {
        Map<String, Location> left = new LinkedHashMap<>();
        files.forEach(file -> left.put(S3Addresses.key(file), file));
        boolean able = true;
        while (able && !left.isEmpty()) {
            able = service.requests().send(Act.DELETE, files.get(0), doubt -> {
                List<String> keys = left.keySet().stream().limit(batch.get()).toList();
                try {
                    account(ask(files.get(0).authority(), keys), keys, left, outcomes);
                    return true;
                } catch (S3Exception e) {
                    return refused(e);
                }
            });
        }
    }

    /** False if many at once is what is refused. */
    private boolean refused(S3Exception refusal) {
        if (refusal.statusCode() == 503) {
            batch.updateAndGet(size -> size == 1 ? 1 : Math.max(FEWEST, size / 2));
        }
        if (!NO_BULK.contains(refusal.statusCode()) || OTHER_REASONS.contains(Trouble.code(refusal))) {
            throw refusal;
        }
        batch.set(1);
        return false;
    }

    private DeleteObjectsResponse ask(String bucket, List<String> keys) {
        Delete delete = Delete.builder()
                .objects(keys.stream()
                        .map(key -> ObjectIdentifier.builder().key(key).build())
                        .toList())
                .quiet(false)
                .build();
        return service.client()
                .deleteObjects(DeleteObjectsRequest.builder()
                        .bucket(bucket)
                        .delete(delete)
                        .build());
    }

    /** Takes out of the rest what has its outcome; throws if some of it did not go right and may at another attempt. */
    private void account(
            DeleteObjectsResponse answer,
            List<String> asked,
            Map<String, Location> left,
            Map<Location, DeleteOutcome> outcomes) {
        answer.deleted().forEach(deleted -> ended(deleted.key(), left, outcomes, DeleteOutcome.Kind.DELETED, ""));
        Optional<S3Error> passing = Optional.empty();
        Set<String> said = new HashSet<>();
        for (S3Error error : answer.errors()) {
            said.add(error.key());
            if (PASSING.contains(error.code())) {
                passing = Optional.of(error);
            } else if (error.code().equals("NoSuchKey")) {
                ended(error.key(), left, outcomes, DeleteOutcome.Kind.ABSENT, "");
            } else {
                ended(error.key(), left, outcomes, DeleteOutcome.Kind.FAILED, said(error));
            }
        }
        for (String key : asked) {
            if (!said.contains(key)) {
                ended(key, left, outcomes, DeleteOutcome.Kind.FAILED, "The service did not say what became of it.");
            }
        }
        if (passing.isPresent()) {
            throw again(passing.get());
        }
    }

    private static void ended(
            String key,
            Map<String, Location> left,
            Map<Location, DeleteOutcome> outcomes,
            DeleteOutcome.Kind kind,
            String reason) {
        Location file = left.remove(key);
        if (file != null) {
            outcomes.put(file, new DeleteOutcome(file, kind, reason));
        }
    }

    private static String said(S3Error error) {
        return "The service answered %s: %s.".formatted(error.code(), error.message());
    }

    private static DeleteOutcome failed(Location file, String reason) {
        return new DeleteOutcome(file, DeleteOutcome.Kind.FAILED, reason);
    }

    /** The failure of one of many, as the failure of a request of its own would be. */
    private static S3Exception again(S3Error error) {
        boolean throttled = !error.code().equals("InternalError");
        return (S3Exception) S3Exception.builder()
                .statusCode(throttled ? 503 : 500)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(error.code())
                        .errorMessage(error.message())
                        .build())
                .build();
    }

    private DeleteOutcome deleteOne(Location file) {
        DeleteObjectRequest request = DeleteObjectRequest.builder()
                .bucket(file.authority())
                .key(S3Addresses.key(file))
                .build();
        try {
            boolean there = service.requests().send(Act.DELETE, file, doubt -> {
                try {
                    int status = service.client()
                            .deleteObject(request)
                            .sdkHttpResponse()
                            .statusCode();
                    Writing.requireAnswer(status == NO_CONTENT ? status : null);
                    return true;
                } catch (S3Exception e) {
                    if (e.statusCode() == NOT_FOUND && !Trouble.code(e).equals("NoSuchBucket")) {
                        return false;
                    }
                    throw e;
                }
            });
            return new DeleteOutcome(file, there ? DeleteOutcome.Kind.DELETED : DeleteOutcome.Kind.ABSENT, "");
        } catch (GateException e) {
            return failed(file, e.reason());
        }
    }
}
