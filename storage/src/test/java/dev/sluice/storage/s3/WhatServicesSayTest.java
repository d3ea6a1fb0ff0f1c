/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.store.Store.PutOutcome;
import dev.sluice.core.store.StoredFile;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.Mishap;
import dev.sluice.emulator.SeenRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers that an emulator does not give: odd keys, archives, accounts of deletions. */
class WhatServicesSayTest {

    private static final Location TABLE = Location.parse("s3://lake/t");

    private final FaultyProxy service = FaultyProxy.before(URI.create("http://127.0.0.1:1"));
    private final S3Store store = Emulated.store(service.address());

    @AfterEach
    void close() {
        store.close();
        service.close();
    }

    @Test
    void a_key_that_no_location_can_name_is_not_listed_as_another_file() {
        String upload = new UploadName("t/part", "id").in("lake").path().substring(1);
        service.planning(request -> Mishap.say(
                200,
                page(
                        "",
                        object("t/", 0, ""),
                        object("t//a", 1, ""),
                        object("t/./b", 1, ""),
                        object("t/../c", 1, ""),
                        object("t/folder/", 0, ""),
                        object("t/.", 1, ""),
                        object(upload, 1, ""),
                        object("t/a", 1, ""),
                        object("t/..b", 1, ""))));

        try (Stream<StoredFile> files = store.list(TABLE)) {
            assertThat(files)
                    .extracting(file -> file.location().toString())
                    .containsExactly("s3://lake/t/a", "s3://lake/t/..b");
        }
        try (Stream<StoredFile> files = store.listFrom(TABLE, "")) {
            assertThat(files).extracting(file -> file.location().name()).containsExactly("..b", "a");
        }
    }

    @Test
    void a_folder_that_holds_only_its_own_marker_holds_nothing() {
        service.planning(request -> Mishap.say(200, page("", object("t/", 0, ""))));
        assertThat(store.holds(TABLE)).isFalse();

        service.planning(request -> Mishap.say(200, page("", object("t/", 0, ""), object("t/a", 1, ""))));
        assertThat(store.holds(TABLE)).isTrue();
    }

    @Test
    void keys_come_as_they_are_from_an_encoded_listing() {
        service.planning(request ->
                Mishap.say(200, page("<EncodingType>url</EncodingType>", object("t/a%2520b+c%2B%F0%9F%98%80", 1, ""))));

        try (Stream<StoredFile> files = store.list(TABLE)) {
            assertThat(files).extracting(file -> file.location().name()).containsExactly("a%20b c+😀");
        }
        assertThat(service.requests().get(0).target()).contains("encoding-type=url");
    }

    @Test
    void a_listing_goes_on_page_by_page_and_may_be_left_at_any() {
        service.planning(request -> {
            int page = request.target().contains("continuation-token=p")
                    ? Integer.parseInt(request.target().replaceAll(".*continuation-token=p(\\d+).*", "$1"))
                    : 0;
            String more = page < 4
                    ? "<IsTruncated>true</IsTruncated><NextContinuationToken>p%d</NextContinuationToken>"
                            .formatted(page + 1)
                    : "";
            return Mishap.say(200, page(more, object("t/" + page + "a", 1, ""), object("t/" + page + "b", 1, "")));
        });

        try (Stream<StoredFile> files = store.list(TABLE)) {
            assertThat(files.map(file -> file.location().name()))
                    .containsExactly("0a", "0b", "1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b");
        }
        assertThat(service.count()).isEqualTo(5);
        service.forget();
        try (Stream<StoredFile> files = store.list(TABLE)) {
            assertThat(files.findFirst()).isPresent();
        }
        assertThat(service.count()).isOne();
    }

    @Test
    void what_is_archived_is_known_by_a_listing_unless_it_was_restored() {
        String restored = "<RestoreStatus><IsRestoreInProgress>false</IsRestoreInProgress>"
                + "<RestoreExpiryDate>2030-01-01T00:00:00.000Z</RestoreExpiryDate></RestoreStatus>";
        String underWay = "<RestoreStatus><IsRestoreInProgress>true</IsRestoreInProgress></RestoreStatus>";
        service.planning(request -> Mishap.say(
                200,
                page(
                        "",
                        object("t/a", 1, "<StorageClass>GLACIER</StorageClass>"),
                        object("t/b", 1, "<StorageClass>DEEP_ARCHIVE</StorageClass>" + underWay),
                        object("t/c", 1, "<StorageClass>GLACIER</StorageClass>" + restored),
                        object("t/d", 1, "<StorageClass>GLACIER_IR</StorageClass>"),
                        object("t/e", 1, ""))));

        try (Stream<StoredFile> files = store.list(TABLE)) {
            assertThat(files)
                    .extracting(file -> file.location().name(), StoredFile::archived)
                    .containsExactly(
                            tuple("a", true),
                            tuple("b", true),
                            tuple("c", false),
                            tuple("d", false),
                            tuple("e", false));
        }
    }

    @Test
    void what_is_archived_is_known_by_a_look_at_it() {
        Map<String, Boolean> archived = Map.of(
                "x-amz-storage-class: GLACIER", true,
                "x-amz-storage-class: DEEP_ARCHIVE\r\nx-amz-restore: ongoing-request=\"true\"", true,
                "x-amz-storage-class: GLACIER\r\nx-amz-restore: ongoing-request=\"false\", expiry-date=\"x\"", false,
                "x-amz-storage-class: INTELLIGENT_TIERING\r\nx-amz-archive-status: ARCHIVE_ACCESS", true,
                "x-amz-storage-class: INTELLIGENT_TIERING", false);
        archived.forEach((headers, expected) -> {
            service.planning(request ->
                    Mishap.say(200, "", "Last-Modified: Sun, 29 Nov 2026 12:00:00 GMT", "ETag: \"1\"", headers));

            assertThat(store.find(TABLE.resolve("a")).map(StoredFile::archived))
                    .as(headers)
                    .contains(expected);
        });
    }

    @Test
    void each_file_of_a_bulk_deletion_has_its_own_end() {
        List<Location> files =
                Stream.of("a", "b", "c", "d", "e").map(TABLE::resolve).toList();
        service.planning(request -> request.number() == 1
                ? Mishap.say(
                        200,
                        "<DeleteResult><Deleted><Key>t/a</Key></Deleted>"
                                + "<Error><Key>t/b</Key><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"
                                + "<Error><Key>t/c</Key><Code>InternalError</Code><Message>Oops</Message></Error>"
                                + "<Error><Key>t/e</Key><Code>NoSuchKey</Code><Message>Gone</Message></Error>"
                                + "</DeleteResult>")
                : Mishap.say(200, "<DeleteResult><Deleted><Key>t/c</Key></Deleted></DeleteResult>"));

        assertThat(store.delete(files))
                .containsExactly(
                        new DeleteOutcome(files.get(0), DeleteOutcome.Kind.DELETED, ""),
                        new DeleteOutcome(
                                files.get(1),
                                DeleteOutcome.Kind.FAILED,
                                "The service answered AccessDenied: Access Denied."),
                        new DeleteOutcome(files.get(2), DeleteOutcome.Kind.DELETED, ""),
                        new DeleteOutcome(
                                files.get(3), DeleteOutcome.Kind.FAILED, "The service did not say what became of it."),
                        new DeleteOutcome(files.get(4), DeleteOutcome.Kind.ABSENT, ""));
        assertThat(service.count()).isEqualTo(2);
    }

    @Test
    void what_goes_wrong_with_one_file_to_the_end_is_its_own_failure() {
        List<Location> files = Stream.of("a", "b").map(TABLE::resolve).toList();
        service.planning(
                request -> Mishap.say(
                        200,
                        "<DeleteResult><Deleted><Key>t/a</Key></Deleted>"
                                + "<Error><Key>t/b</Key><Code>InternalError</Code><Message>Oops</Message></Error></DeleteResult>"));
        try (S3Store hasty = new S3Store(Emulated.storage(service.address()).within(Emulated.IMPATIENT))) {
            List<DeleteOutcome> outcomes = hasty.delete(files);

            assertThat(outcomes)
                    .extracting(DeleteOutcome::kind)
                    .containsExactly(DeleteOutcome.Kind.DELETED, DeleteOutcome.Kind.FAILED);
            assertThat(outcomes.get(1).reason()).contains("500 InternalError: Oops", "That was attempt");
        }
    }

    @Test
    void a_thousand_files_at_most_go_by_one_request_with_the_checksum_that_others_than_amazon_want() {
        List<Location> files =
                IntStream.range(0, 2_500).mapToObj(i -> TABLE.resolve("f" + i)).toList();
        service.planning(WhatServicesSayTest::deletesAll);

        store.delete(files);

        assertThat(service.requests())
                .hasSize(3)
                .allSatisfy(request -> assertThat(request.header("Content-MD5")).isNotEmpty());
    }

    @Test
    void a_service_that_deletes_one_by_one_alone_is_asked_so() {
        List<Location> files =
                IntStream.range(0, 40).mapToObj(i -> TABLE.resolve("f" + i)).toList();
        service.planning(request -> request.is("DeleteObjects")
                ? Mishap.answer(501, "NotImplemented")
                : request.target().endsWith("/f7") ? Mishap.answer(403, "AccessDenied") : Mishap.say(204, ""));

        List<DeleteOutcome> outcomes = store.delete(files);

        assertThat(outcomes).extracting(DeleteOutcome::file).containsExactlyElementsOf(files);
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.kind() == DeleteOutcome.Kind.FAILED)
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.file().name()).isEqualTo("f7"));
        assertThat(service.count("DeleteObjects")).isOne();
        service.forget();
        store.delete(files);
        assertThat(service.count("DeleteObjects")).isZero();
    }

    @Test
    void a_service_that_throttles_a_deletion_gets_smaller_ones() {
        List<Integer> lengths = new CopyOnWriteArrayList<>();
        service.planning(request -> {
            lengths.add(Integer.parseInt(request.header("Content-Length")));
            return request.number() <= 2
                    ? Mishap.answer(503, "SlowDown")
                    : Mishap.say(200, "<DeleteResult></DeleteResult>");
        });

        List<DeleteOutcome> outcomes = store.delete(
                IntStream.range(0, 1_000).mapToObj(i -> TABLE.resolve("f" + i)).toList());

        assertThat(outcomes).hasSize(1_000);
        assertThat(service.count()).isEqualTo(2 + 4);
        assertThat(lengths.get(2)).isLessThan(lengths.get(0) / 3);
    }

    @Test
    void what_is_written_carries_the_encryption_the_class_and_the_tags() {
        service.planning(request -> request.is("CreateMultipartUpload")
                ? Mishap.answer(403, "AccessDenied")
                : Mishap.say(200, "", "ETag: \"1\""));
        S3Storage plain = Emulated.storage(service.address());
        S3Storage set = new S3Storage(
                plain.prefix(),
                plain.region(),
                plain.endpoint(),
                plain.stsEndpoint(),
                plain.pathStyle(),
                plain.credentials(),
                new Encryption.ManagedKey(Optional.of("alias/lake")),
                Optional.of(StorageClass.INTELLIGENT_TIERING),
                Map.of("team", "lake & co"),
                plain.proxy(),
                plain.caFile(),
                plain.limits());
        try (S3Store careful = new S3Store(set)) {
            assertThat(careful.putIfAbsent(TABLE.resolve("a"), new byte[1])).isEqualTo(PutOutcome.CREATED);
            try (var output = careful.create(TABLE.resolve("b"))) {
                output.write(java.nio.ByteBuffer.allocate(S3Output.PART + 1));
            } catch (dev.sluice.core.fault.GateException refused) {
                assertThat(refused).hasMessageContaining("Could not begin to upload it.");
            }
        }

        assertThat(service.requests()).hasSize(2).allSatisfy(request -> {
            assertThat(request.header("x-amz-server-side-encryption")).isEqualTo("aws:kms");
            assertThat(request.header("x-amz-server-side-encryption-aws-kms-key-id"))
                    .isEqualTo("alias/lake");
            assertThat(request.header("x-amz-storage-class")).isEqualTo("INTELLIGENT_TIERING");
            assertThat(request.header("x-amz-tagging")).isEqualTo("team=lake%20%26%20co");
            assertThat(request.header("x-amz-meta-" + Writing.ID)).isNotEmpty();
        });
        assertThat(service.requests().get(0).header("If-None-Match")).isEqualTo("*");
    }

    @Test
    void uploads_that_cannot_be_listed_are_left_alone() {
        for (Mishap mishap : List.of(Mishap.answer(403, "AccessDenied"), Mishap.answer(501, "NotImplemented"))) {
            service.planning(request -> mishap);

            assertThat(store.unfinished(TABLE.resolve("part"))).isEmpty();
        }
    }

    @Test
    void an_upload_goes_by_a_name_that_no_file_has() {
        UploadName name = new UploadName("t/part.parquet", "2~a/b+c=.d_e-f");

        Location location = name.in("lake");

        assertThat(location.toString()).startsWith("s3://lake/t/part.parquet.").endsWith(".sluice-upload");
        assertThat(UploadName.isOne(location)).isTrue();
        assertThat(UploadName.of(location)).isEqualTo(name);
        assertThat(TABLE.contains(location)).isTrue();
    }

    @Test
    void an_object_whose_name_only_looks_like_an_uploads_is_not_deleted() {
        service.planning(WhatServicesSayTest::deletesAll);

        List<DeleteOutcome> outcomes =
                store.delete(List.of(TABLE.resolve(".sluice-upload"), TABLE.resolve("x.!.sluice-upload")));

        assertThat(outcomes).extracting(DeleteOutcome::kind).containsOnly(DeleteOutcome.Kind.FAILED);
        assertThat(service.count()).isZero();
    }

    private static Mishap deletesAll(SeenRequest request) {
        return Mishap.say(200, "<DeleteResult></DeleteResult>");
    }

    private static String page(String about, String... objects) {
        return "<ListBucketResult><Name>lake</Name><MaxKeys>1000</MaxKeys>%s%s</ListBucketResult>"
                .formatted(about, String.join("", objects));
    }

    private static String object(String key, long size, String more) {
        return "<Contents><Key>%s</Key><Size>%d</Size><ETag>\"1\"</ETag>".formatted(key, size)
                + "<LastModified>2026-11-29T12:00:00.000Z</LastModified>%s</Contents>".formatted(more);
    }
}
