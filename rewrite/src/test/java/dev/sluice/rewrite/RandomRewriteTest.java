/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Random tables, groupings and masks: the rows that come out are the rows that went in, by two readers that know nothing
 * of the engine. {@code -Dsluice.full=true} runs 2000 cases, {@code -Dsluice.seed=N} repeats one run.
 */
final class RandomRewriteTest {

    private static final int CASES = Boolean.getBoolean("sluice.full") ? 2000 : 40;

    private static final Bytes HUGE = Bytes.ofMebibytes(128);

    @TempDir
    Path folder;

    @Test
    void gives_back_every_row_to_records() {
        each((seed, random) -> {
            RandomTable table = new RandomTable(random, false);
            Workshop workshop = new Workshop(fresh("records", seed));
            MessageType schema = table.schema();
            List<RewriteInput> files = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int file = random.nextInt(5); file >= 0; file--) {
                MessageType older = table.older(schema);
                List<Group> rows = table.rows(older, random.nextInt(4) == 0 ? 0 : random.nextInt(400));
                RowMask mask = mask(random, rows.size());
                files.add(workshop.file(older, table.settings(), rows).with(mask));
                for (int row = 0; row < rows.size(); row++) {
                    if (mask.nextDeleted(row) != row) {
                        expected.add(Rows.text(schema, rows.get(row)));
                    }
                }
            }
            // parquet-java's own reader lacks a library for LZ4 here; the other reader has it.
            RewriteTarget target = target(table, random, workshop, schema, Codec.LZ4_RAW);

            RewriteResult result = workshop.rewrite(target, files);

            assertThat(workshop.rows(result, schema)).isEqualTo(expected);
            assertThat(result.rowsWritten()).isEqualTo(expected.size());
            assertThat(result.rowsRead() - result.rowsMasked()).isEqualTo(expected.size());
            assertThat(result.outputs().stream()
                            .limit(Math.max(0, result.outputs().size() - 1))
                            .filter(output -> output.size().isSmallerThan(target.targetFile())))
                    .isEmpty();
        });
    }

    @Test
    void gives_back_every_row_to_another_reader() {
        each((seed, random) -> {
            RandomTable table = new RandomTable(random, true);
            Workshop workshop = new Workshop(fresh("duckdb", seed));
            MessageType schema = table.schema();
            List<RewriteInput> files = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            try (Duck duck = new Duck()) {
                for (int file = random.nextInt(4); file >= 0; file--) {
                    List<Group> rows = table.rows(schema, 1 + random.nextInt(400));
                    RowMask mask = mask(random, rows.size());
                    RewriteInput input =
                            workshop.file(schema, table.settings(), rows).with(mask);
                    files.add(input);
                    expected.addAll(duck.rows(List.of(FolderStore.path(input.file())), mask));
                }

                RewriteResult result = workshop.rewrite(target(table, random, workshop, schema, Codec.LZ4), files);

                List<Path> outputs = result.outputs().stream()
                        .map(output -> FolderStore.path(output.location()))
                        .toList();
                assertThat(duck.rows(outputs, RowMask.none())).isEqualTo(expected);
            }
        });
    }

    private static RewriteTarget target(
            RandomTable table, Random random, Workshop workshop, MessageType schema, Codec lz4) {
        return RewriteTarget.of(
                schema,
                table.pick(Codec.NONE, Codec.SNAPPY, Codec.GZIP, Codec.ZSTD, lz4),
                table.pick(Bytes.of(random.nextInt(8) == 0 ? 1 : 2_000), Bytes.of(random.nextInt(20_000) + 1L), HUGE),
                workshop.names());
    }

    private static RowMask mask(Random random, int rows) {
        return switch (random.nextInt(4)) {
            case 0 ->
                RowMask.of(Roaring64Bitmap.bitmapOf(LongStream.range(0, rows)
                        .filter(row -> random.nextInt(5) == 0)
                        .toArray()));
            case 1 ->
                random.nextInt(3) == 0
                        ? RowMask.of(LongStream.range(0, rows).toArray())
                        : RowMask.of(LongStream.range(rows / 3, rows / 2).toArray());
            default -> RowMask.none();
        };
    }

    private Path fresh(String name, long seed) throws IOException {
        return Files.createDirectories(folder.resolve(name + seed));
    }

    /** One random case. */
    private interface Case {
        void run(long seed, Random random) throws Exception;
    }

    private static void each(Case body) {
        String given = System.getProperty("sluice.seed", "");
        long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        for (int number = 0; number < CASES; number++) {
            try {
                body.run(seed + number, new Random(seed + number));
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "Case %d of %d failed; repeat it with -Dsluice.seed=%d".formatted(number, CASES, seed + number),
                        e);
            }
        }
    }
}
