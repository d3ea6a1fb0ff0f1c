/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The format's own collection of files from many writers: each is merged with itself, row by row the same, or refused. */
final class PublicFilesTest {

    /** Why some files cannot be rewritten, by what is in their names. */
    private enum Refusal {
        ENCRYPTED("encrypted", "The file is encrypted."),
        GEOMETRY("geospatial/", "which cannot be rewritten."),
        CHECKSUM("corrupt-checksum", "Column a: the checksum of a page at 4 does not match its bytes."),
        GIANT("brotli", "Column arr.key_value.key: it has a page of 1.0 GiB; pages up to 32.0 MiB can be rewritten.");

        private final String name;
        private final String reason;

        Refusal(String name, String reason) {
            this.name = name;
            this.reason = reason;
        }

        static Optional<Refusal> of(Path file) {
            return Stream.of(values())
                    .filter(refusal -> file.toString().contains(refusal.name))
                    .findFirst();
        }
    }

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> rewrites_every_file_or_says_why_not() throws IOException {
        Path data = Path.of(System.getProperty("sluice.root"), "..", "shared", "data", "parquet", "data");
        Assumptions.assumeTrue(Files.isDirectory(data), "the format's test files are not on this machine");
        List<Path> files = new ArrayList<>();
        try (Stream<Path> found = Files.walk(data)) {
            found.filter(file -> file.toString().contains(".parquet")).sorted().forEach(files::add);
        }
        assertThat(files).hasSizeGreaterThan(50);
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> rewrite(file)));
    }

    private void rewrite(Path original) throws IOException, SQLException {
        String name = original.getFileName().toString();
        Path own = Files.createTempDirectory(folder, "file");
        Path file = Files.copy(original, own.resolve(name));
        Workshop workshop = new Workshop(own);
        RewriteInput input = Workshop.input(file);
        Optional<Refusal> refusal = Refusal.of(original);
        MessageType schema = refusal.equals(Optional.of(Refusal.ENCRYPTED))
                ? Workshop.schema("required int32 unknown;")
                : workshop.footer(file).getFileMetaData().getSchema();
        RewriteTarget target = RewriteTarget.of(schema, Codec.ZSTD, Bytes.ofMebibytes(128), workshop.names());
        if (refusal.isPresent()) {
            assertThatThrownBy(() -> workshop.rewrite(target, input, input))
                    .isInstanceOf(GateException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining(refusal.get().reason);
            return;
        }
        RewriteResult result = workshop.rewrite(target, input, input);
        if (name.contains("lz4_compressed") || name.contains("dict-malformed")) {
            sameToDuckDb(file, result);
            return;
        }
        List<String> twice = new ArrayList<>();
        for (int time = 0; time < 2; time++) {
            workshop.read(file).forEach(row -> twice.add(Rows.text(schema, row)));
        }
        assertThat(workshop.rows(result, schema)).isEqualTo(twice);
    }

    /** For what parquet-java cannot read here. */
    private static void sameToDuckDb(Path file, RewriteResult result) throws SQLException {
        try (Duck duck = new Duck()) {
            Path output = FolderStore.path(result.outputs().get(0).location());
            assertThat(duck.rows(List.of(output), RowMask.none()))
                    .isEqualTo(duck.rows(List.of(file, file), RowMask.none()));
        }
    }
}
