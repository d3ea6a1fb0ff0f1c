/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.rewrite.check.ContentCheck;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random tables: what the engine makes of them passes the check, and with one thing changed it does not. {@code
 * -Dsluice.full=true} runs 1000 tables, {@code -Dsluice.seed=N} repeats one run.
 */
final class RandomContentCheckTest {

    private static final int CASES = Boolean.getBoolean("sluice.full") ? 1000 : 40;
    private static final int CHANGES = 8;

    @TempDir
    Path folder;

    /** A rewrite of a random table, and the rows that came out by parquet-java's records. */
    private static final class Rewritten {

        final Random random;
        final Workshop workshop;
        final MessageType schema;
        final RewriteJob job;
        final List<OutputFile> outputs;

        Rewritten(Path folder, long seed) throws IOException {
            random = new Random(seed);
            workshop = new Workshop(Files.createDirectories(folder.resolve("case" + seed)));
            RandomTable table = new RandomTable(random, false);
            schema = table.schema();
            List<RewriteInput> files = new ArrayList<>();
            for (int file = random.nextInt(4); file >= 0; file--) {
                Past.Older older = table.older(schema);
                List<Group> rows = table.rows(older.schema(), random.nextInt(4) == 0 ? 0 : random.nextInt(300));
                files.add(workshop.file(older.schema(), table.settings(older.schema()), rows)
                        .with(mask(rows.size()))
                        .with(table.mapping())
                        .withConstants(older.defaults()));
            }
            RewriteTarget target = RewriteTarget.of(
                    schema,
                    table.pick(Codec.NONE, Codec.SNAPPY, Codec.GZIP, Codec.ZSTD, Codec.LZ4, Codec.LZ4_RAW),
                    table.pick(Bytes.of(2_000), Bytes.of(random.nextInt(20_000) + 1L), Bytes.ofMebibytes(128)),
                    workshop.names());
            job = new RewriteJob(files, target);
            outputs = workshop.rewrite(target, files).outputs();
        }

        private RowMask mask(int rows) {
            return random.nextInt(3) > 0
                    ? RowMask.none()
                    : RowMask.of(LongStream.range(0, rows)
                            .filter(row -> random.nextInt(5) == 0)
                            .toArray());
        }

        void check(List<OutputFile> files) {
            new ContentCheck(workshop.store, new RewriteLimits(2, RewriteLimits.LEAST_MEMORY)).verify(job, files);
        }

        /** What the check says of the outputs with one of them exchanged; null if nothing. */
        GateException complaint(int output, OutputFile forged) {
            List<OutputFile> files = new ArrayList<>(outputs);
            files.set(output, forged);
            GateException complaint = catchThrowableOfType(GateException.class, () -> check(files));
            assertThat(workshop.store.open).as("files left open").hasValue(0);
            return complaint;
        }

        List<Group> rows(int output) {
            return workshop.read(FolderStore.path(outputs.get(output).location()));
        }
    }

    @Test
    void passes_what_the_engine_makes() {
        int[] rows = {0};
        each((seed, random) -> {
            Rewritten rewritten = new Rewritten(folder, seed);

            rewritten.check(rewritten.outputs);

            assertThat(rewritten.workshop.store.open).hasValue(0);
            rows[0] += rewritten.outputs.stream()
                    .mapToInt(output -> (int) output.rows())
                    .sum();
        });
        assertThat(rows[0]).isGreaterThan(CASES * 50);
    }

    @Test
    void finds_any_one_thing_that_is_changed_and_names_its_column() {
        int[] found = {0};
        each((seed, random) -> {
            Rewritten rewritten = new Rewritten(folder, seed);
            if (rewritten.outputs.isEmpty() || rewritten.job.target().codec() == Codec.LZ4) {
                return; // parquet-java's records lack a library for LZ4 here
            }
            for (int change = 0; change < CHANGES; change++) {
                int output = random.nextInt(rewritten.outputs.size());
                List<Group> rows = rewritten.rows(output);
                int row = random.nextInt(rows.size());
                int places = Mutation.places(rewritten.schema, rows.get(row));
                if (places == 0) {
                    continue;
                }
                Mutation.Changed changed = Mutation.of(rewritten.schema, rows.get(row), random.nextInt(places));
                rows.set(row, changed.row());

                OutputFile forged = Forgery.ofRows(rewritten.workshop, rewritten.schema, rows);
                GateException complaint = rewritten.complaint(output, forged);

                assertThat(complaint).as(changed.column()).isNotNull();
                assertThat(complaint.fault()).isEqualTo(Fault.VERIFICATION_FAILED);
                assertThat(complaint.subject()).isEqualTo(forged.location().toString());
                assertThat(complaint.reason())
                        .startsWith("Column " + changed.column())
                        .contains(", first in row " + row + ", ");
                found[0]++;
            }
        });
        assertThat(found[0]).isGreaterThan(CASES * CHANGES * 6 / 10);
    }

    @Test
    @Timeout(600)
    void lets_no_damaged_output_pass_that_holds_something_else() {
        int[] found = {0};
        each((seed, random) -> {
            Rewritten rewritten = new Rewritten(folder, seed);
            if (rewritten.outputs.isEmpty() || rewritten.job.target().codec() == Codec.LZ4) {
                return;
            }
            for (int change = 0; change < CHANGES; change++) {
                int output = random.nextInt(rewritten.outputs.size());
                OutputFile damaged = Forgery.ofBytes(rewritten.outputs.get(output), bytes -> {
                    bytes[4 + random.nextInt(bytes.length - 4)] ^= (byte) (1 << random.nextInt(8));
                    return bytes;
                });

                GateException complaint = rewritten.complaint(output, damaged);

                if (complaint != null) {
                    assertThat(complaint.fault()).isEqualTo(Fault.VERIFICATION_FAILED);
                    assertThat(complaint.subject()).isEqualTo(damaged.location().toString());
                    found[0]++;
                } else {
                    assertThat(text(rewritten, FolderStore.path(damaged.location())))
                            .isEqualTo(text(
                                    rewritten,
                                    FolderStore.path(
                                            rewritten.outputs.get(output).location())));
                }
            }
        });
        assertThat(found[0]).isGreaterThan(CASES * CHANGES / 4);
    }

    private static List<String> text(Rewritten rewritten, Path file) {
        return rewritten.workshop.read(file).stream()
                .map(row -> Rows.text(rewritten.schema, row))
                .toList();
    }

    /** One random case. */
    private interface Case {
        void run(long seed, Random random) throws IOException;
    }

    private static void each(Case body) {
        String given = System.getProperty("sluice.seed", "");
        long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        for (int number = 0; number < CASES; number++) {
            try {
                body.run(seed + number, new Random(seed + number));
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "Case %d of %d failed; repeat it with -Dsluice.seed=%d".formatted(number, CASES, seed + number),
                        e);
            }
        }
    }
}
