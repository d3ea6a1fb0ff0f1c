/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.rewrite.check.ContentCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The format's own collection of files from many writers: each is merged with itself and is row by row the same to two
 * readers that share nothing, or is refused by name, or is broken and the failure says where. {@code ./dev it parquet-files} writes
 * what became of each.
 */
@Tag("parquet-files")
final class ParquetFilesTest {

    private static final Path DATA = Path.of(System.getProperty("sluice.root"), "..", "shared", "data", "parquet");

    /** Far more than the largest of them takes; whoever needs it hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int READABLE_LENGTH = 400;

    private static final List<Result> RESULTS = Collections.synchronizedList(new ArrayList<>());

    /** What became of a file. */
    private enum End {
        MERGED,
        REFUSED,
        BROKEN
    }

    /** What is not merged, by what is in the file's path, and why. */
    private enum Expected {
        ENCRYPTED("encrypted", End.REFUSED, "The file is encrypted."),
        GEOMETRY("geospatial/", End.REFUSED, "Column geometry: it is of type GEOMETRY, which cannot be rewritten."),
        GEOGRAPHY(
                "crs-geography", End.REFUSED, "Column geography: it is of type GEOGRAPHY, which cannot be rewritten."),
        VARIANT("shredded_variant/", End.REFUSED, "Column var: it is a VARIANT, which cannot be rewritten."),
        GIANT_PAGE(
                "brotli",
                End.REFUSED,
                "Column arr.key_value.key: it has a page of 1.0 GiB; pages up to 32.0 MiB can be rewritten."),
        CHECKSUM("corrupt-checksum", End.BROKEN, "Column a: the checksum of a page at 4 does not match its bytes."),
        NO_SUCH_COLUMN("ARROW-GH-41317", End.BROKEN, "timestampWus_no_tz not found in message schema"),
        HALF_A_ROW("ARROW-GH-45185", End.BROKEN, "Column x.list.element: a row begins in the middle of a list."),
        TOO_FEW_BYTES(
                "ARROW-GH-47662",
                End.BROKEN,
                "Column flba_field: its page holds 364 bytes where its values take 400 (a page at 4)."),
        TOO_MANY_VALUES("GH-6229", End.BROKEN, "Column outer.list.item.c: its pages hold more values than the 1 "),
        NO_TYPE("PARQUET-1481", End.BROKEN, "The footer cannot be read: ");

        private final String path;
        private final End end;
        private final String reason;

        Expected(String path, End end, String reason) {
            this.path = path;
            this.end = end;
            this.reason = reason;
        }

        /** The last that fits, which is the narrowest; empty for what has to be merged. */
        static Optional<Expected> of(Path file) {
            return Stream.of(values())
                    .filter(expected -> file.toString().contains(expected.path))
                    .reduce((wide, narrow) -> narrow);
        }
    }

    /**
     * One row of the report.
     *
     * @param java what parquet-java says of the file
     * @param duck what DuckDB does
     */
    private record Result(Path file, End end, String java, String duck, String detail) {}

    /** A file that is merged with itself, and how the engine sees it. */
    private record Doubled(Path file, MessageType schema, RewriteJob job) {}

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> merges_every_file_losslessly_or_says_why_not() throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(DATA), "the format's test files are not on this machine");
        List<Path> files = new ArrayList<>();
        try (Stream<Path> found = Files.walk(DATA)) {
            found.filter(file -> file.toString().contains(".parquet")).sorted().forEach(files::add);
        }
        assertThat(files).hasSizeGreaterThan(80);
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(
                        DATA.relativize(file).toString(),
                        () -> assertTimeoutPreemptively(PATIENCE, () -> mergeWithItself(file))));
    }

    private void mergeWithItself(Path original) throws IOException {
        Path own = Files.createTempDirectory(folder, "file");
        Path file = Files.copy(original, own.resolve(original.getFileName()));
        Workshop workshop = new Workshop(own);
        Optional<Expected> expected = Expected.of(original);
        RewriteInput input = Workshop.input(file);
        MessageType schema = schema(workshop, file);
        RewriteTarget target = RewriteTarget.of(schema, Codec.ZSTD, Bytes.ofMebibytes(128), workshop.names());
        Doubled doubled = new Doubled(file, schema, new RewriteJob(List.of(input, input), target));
        Result result = result(workshop, doubled);

        RESULTS.add(new Result(DATA.relativize(original), result.end(), result.java(), result.duck(), result.detail()));
        assertThat(result.end())
                .as(result.detail())
                .isEqualTo(expected.map(e -> e.end).orElse(End.MERGED));
        assertThat(result.detail()).contains(expected.map(e -> e.reason).orElse(""));
        if (result.end() == End.MERGED) {
            assertThat(List.of(result.java(), result.duck())).contains("equal");
            assertThat(List.of(result.java(), result.duck())).doesNotContain("other rows");
        }
    }

    /** What the table would be; whatever, where no footer can be read. */
    private static MessageType schema(Workshop workshop, Path file) {
        try {
            return workshop.footer(file).getFileMetaData().getSchema();
        } catch (RuntimeException e) {
            return Workshop.schema("required int32 unknown;");
        }
    }

    private static Result result(Workshop workshop, Doubled doubled) {
        Path file = doubled.file();
        try {
            RewriteResult merged =
                    workshop.rewrite(doubled.job().target(), doubled.job().inputs());
            new ContentCheck(workshop.store, new RewriteLimits(2, RewriteLimits.LEAST_MEMORY))
                    .verify(doubled.job(), merged.outputs());
            return new Result(
                    file,
                    End.MERGED,
                    judged(() -> javaRows(workshop, doubled), () -> workshop.rows(merged, doubled.schema())),
                    judged(() -> duckRows(List.of(file, file)), () -> duckRows(paths(merged))),
                    merged.rowsWritten() + " rows");
        } catch (GateException e) {
            assertThat(e.fault()).isIn(Fault.TABLE_DAMAGED, Fault.TABLE_FEATURE_UNSUPPORTED);
            assertThat(e).hasMessageStartingWith(file + ": ");
            assertThat(e.reason()).hasSizeLessThan(READABLE_LENGTH).doesNotContain("\n");
            assertThat(workshop.store.open).hasValue(0);
            if (e.fault() == Fault.TABLE_FEATURE_UNSUPPORTED) {
                return new Result(file, End.REFUSED, "", "", e.reason());
            }
            return new Result(
                    file,
                    End.BROKEN,
                    counted(() -> workshop.read(file)),
                    counted(() -> duckRows(List.of(file))),
                    e.reason());
        }
    }

    private static List<String> javaRows(Workshop workshop, Doubled doubled) {
        List<String> once = workshop.read(doubled.file()).stream()
                .map(row -> Rows.text(doubled.schema(), row))
                .toList();
        return Stream.concat(once.stream(), once.stream()).toList();
    }

    /**
     * A time that a file states in the old way, without saying whether it is of one zone, is one of UTC to the format and
     * to what is written here, and one of no zone to DuckDB: the mark is left out.
     */
    private static List<String> duckRows(List<Path> files) throws Exception {
        try (Duck duck = new Duck()) {
            return duck.rows(files, RowMask.none()).stream()
                    .map(row -> row.replace("+00", ""))
                    .toList();
        }
    }

    private static List<Path> paths(RewriteResult merged) {
        return merged.outputs().stream()
                .map(output -> FolderStore.path(output.location()))
                .toList();
    }

    /** A reader that cannot read the original is no judge; one that reads it has to read the same again. */
    private static String judged(Callable<List<String>> before, Callable<List<String>> after) {
        List<String> expected;
        try {
            expected = before.call();
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            return cannot(e);
        }
        try {
            return after.call().equals(expected) ? "equal" : "other rows";
        } catch (Exception | LinkageError e) {
            throw new AssertionError("A reader that reads the original cannot read the output", e);
        }
    }

    private static String counted(Callable<? extends List<?>> reader) {
        try {
            return "reads " + reader.call().size() + " rows";
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            return cannot(e);
        }
    }

    private static String cannot(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String reason = String.valueOf(cause.getMessage())
                .replaceAll("LINE 1(?s).*|/\\S*/", "")
                .replaceAll("\\s+", " ")
                .strip();
        return "cannot read it (%s: %s)"
                .formatted(
                        cause.getClass().getSimpleName(),
                        reason.length() > 120 ? reason.substring(0, 120) + "..." : reason);
    }

    /** The table that {@code ./dev it} takes into its report. */
    @AfterAll
    static void report() throws IOException {
        Map<String, Map<End, Integer>> folders = new TreeMap<>();
        for (Result each : RESULTS) {
            folders.computeIfAbsent(String.valueOf(each.file().getParent()), name -> new TreeMap<>())
                    .merge(each.end(), 1, Integer::sum);
        }
        List<String> lines = new ArrayList<>(List.of(
                "",
                RESULTS.size()
                        + " files, each merged with itself. MERGED: losslessly, by the content check and by the two"
                        + " readers that are named. REFUSED: by name, nothing written. BROKEN: the file contradicts itself,"
                        + " and the failure names it.",
                "",
                "| folder | merged | refused | broken |",
                "| --- | ---: | ---: | ---: |"));
        folders.forEach((name, ends) -> lines.add("| %s | %d | %d | %d |"
                .formatted(
                        name,
                        ends.getOrDefault(End.MERGED, 0),
                        ends.getOrDefault(End.REFUSED, 0),
                        ends.getOrDefault(End.BROKEN, 0))));
        lines.addAll(List.of("", "| file | end | detail | parquet-java | DuckDB |", "| --- | --- | --- | --- | --- |"));
        RESULTS.forEach(each -> lines.add("| %s | %s | %s | %s | %s |"
                .formatted(
                        each.file(),
                        each.end(),
                        each.detail().replace("|", "\\|"),
                        each.java().replace("|", "\\|"),
                        each.duck().replace("|", "\\|"))));
        Path report = Path.of("target", "it", "parquet-files.md");
        Files.createDirectories(report.getParent());
        Files.write(report, lines);
    }
}
