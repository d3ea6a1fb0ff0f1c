/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Random tables, groupings and masks: the rows that come out are the rows that went in, by two readers that know nothing
 * of the engine, and whatever the outputs claim of their values is true. {@code -Dsluice.full=true} runs 2000 cases,
 * {@code -Dsluice.seed=N} repeats one run.
 */
final class RandomRewriteTest {

    private static final boolean FULL = Boolean.getBoolean("sluice.full");

    private static final Bytes HUGE = Bytes.ofMebibytes(128);

    /** What many rows are merged towards at least. */
    private static final Bytes SMALL = Bytes.of(20_000);

    /** A target of a few bytes makes a file of every few rows. */
    private static final int CLAIMANTS = 20;

    /** What is larger than this among the tables of others would take its time from the rest. */
    private static final long MOST_VALUES = 60_000;

    @TempDir
    Path folder;

    private final Map<String, Integer> seen = new TreeMap<>();
    private Claims.Count claims = Claims.Count.NONE;

    @Test
    void gives_back_every_row_of_files_by_parquet_java(TestReporter reporter) throws IOException {
        each(reporter, "parquet-java", FULL ? 1200 : 40, (seed, random) -> {
            RandomTable table = new RandomTable(random, false);
            Workshop workshop = new Workshop(fresh("records", seed));
            MessageType schema = random.nextInt(4) > 0 ? table.schema() : withRowIds(table.schema());
            List<RewriteInput> files = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int file = random.nextInt(5); file >= 0; file--) {
                Past.Older older = table.older(schema);
                List<Group> rows = table.rows(older.schema(), random.nextInt(4) == 0 ? 0 : random.nextInt(400));
                RewriteInput input = workshop.file(older.schema(), table.settings(older.schema()), rows)
                        .with(mask(random, rows.size()))
                        .with(table.mapping())
                        .withConstants(constants(random, table, schema, older))
                        .withGenerated(generated(random, schema));
                files.add(input);
                Projection projection = new Projection(schema, input);
                for (int row = 0; row < rows.size(); row++) {
                    if (input.mask().nextDeleted(row) != row) {
                        expected.add(Rows.text(schema, projection.of(rows.get(row), row)));
                    }
                }
            }
            RewriteTarget target = target(table, random, workshop, schema);

            RewriteResult result = workshop.rewrite(target, files);

            assertThat(result.rowsWritten()).isEqualTo(expected.size());
            assertThat(result.rowsRead() - result.rowsMasked()).isEqualTo(expected.size());
            assertThat(result.outputs().stream()
                            .limit(Math.max(0, result.outputs().size() - 1))
                            .filter(output -> output.size().isSmallerThan(target.targetFile())))
                    .isEmpty();
            if (target.codec() != Codec.LZ4) { // parquet-java's own reader lacks a library for it here
                assertThat(workshop.rows(result, schema)).isEqualTo(expected);
                claims(workshop, result);
            }
            workshop.prove(target, files, result);
            bySecondReader(workshop, schema, files, result, random);
        });
    }

    private static MessageType withRowIds(MessageType schema) {
        List<Type> fields = new ArrayList<>(schema.getFields());
        fields.add(Types.primitive(PrimitiveTypeName.INT64, Repetition.OPTIONAL)
                .id(1_000_000)
                .named("_row_id"));
        return new MessageType(schema.getName(), fields);
    }

    private static List<GeneratedColumn> generated(Random random, MessageType schema) {
        return schema.containsField("_row_id")
                ? List.of(
                        random.nextBoolean()
                                ? GeneratedColumn.countingFrom(random.nextInt(1_000_000), "_row_id")
                                : GeneratedColumn.constantly(random.nextInt(1_000_000), "_row_id"))
                : List.of();
    }

    /** The defaults of what the file lacks and, at times, a partition's value. */
    private static List<ConstantColumn> constants(
            Random random, RandomTable table, MessageType schema, Past.Older older) {
        List<ConstantColumn> constants = new ArrayList<>(older.defaults());
        constants.removeIf(constant -> constant.column().equals(ColumnPath.get("_row_id")));
        Type field = schema.getType(random.nextInt(schema.getFieldCount()));
        ColumnPath path = ColumnPath.get(field.getName());
        if (random.nextInt(4) == 0
                && field.isPrimitive()
                && !field.isRepetition(Repetition.REPEATED)
                && field.asPrimitiveType().getPrimitiveTypeName() != PrimitiveTypeName.INT96
                && !field.getName().equals("_row_id")
                && constants.stream().noneMatch(constant -> constant.column().equals(path))) {
            constants.add(ConstantColumn.always(path, table.constant(field.asPrimitiveType())));
        }
        return constants;
    }

    @Test
    void gives_back_every_row_of_files_by_duckdb(TestReporter reporter) throws IOException {
        each(reporter, "DuckDB", FULL ? 500 : 15, (seed, random) -> {
            Workshop workshop = new Workshop(fresh("duckdb", seed));
            DuckFiles table = new DuckFiles(random);
            List<Path> files = new ArrayList<>();
            try (Duck duck = new Duck()) {
                for (int file = random.nextInt(4); file >= 0; file--) {
                    Path path = fresh("duckdb", seed).resolve("duck-" + file + ".parquet");
                    table.write(duck, path, random.nextInt(5) == 0 ? 5000 : 1 + random.nextInt(800));
                    files.add(path);
                }
            }
            merge(workshop, random, files);
        });
    }

    @Test
    void gives_back_every_row_of_the_tables_of_others(TestReporter reporter) throws IOException {
        Path tables = Path.of(System.getProperty("sluice.root"), "..", "shared", "data", "delta");
        Assumptions.assumeTrue(Files.isDirectory(tables), "the tables of other projects are not on this machine");
        List<List<Path>> groups = alike(tables);
        each(reporter, "others", FULL ? 300 : 15, (seed, random) -> {
            List<Path> alike = groups.get(random.nextInt(groups.size()));
            Path own = fresh("others", seed);
            List<Path> files = new ArrayList<>();
            for (int file = random.nextInt(4); file >= 0; file--) {
                files.add(
                        Files.copy(alike.get(random.nextInt(alike.size())), own.resolve("other-" + file + ".parquet")));
            }
            merge(new Workshop(own), random, files);
        });
    }

    /** Files that have one schema, by the folder of their table; checkpoints are files, too. */
    private List<List<Path>> alike(Path tables) throws IOException {
        Workshop workshop = new Workshop(folder);
        Map<String, List<Path>> alike = new TreeMap<>();
        try (Stream<Path> found = Files.walk(tables)) {
            for (Path file : found.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .toList()) {
                String table = tables.relativize(file).getName(0).toString();
                try {
                    ParquetMetadata footer = workshop.footer(file);
                    if (values(footer) < MOST_VALUES) {
                        MessageType schema = footer.getFileMetaData().getSchema();
                        alike.computeIfAbsent(table + schema, any -> new ArrayList<>())
                                .add(file);
                    }
                } catch (RuntimeException e) {
                    saw("files of others without a footer");
                }
            }
        }
        return List.copyOf(alike.values());
    }

    private static long values(ParquetMetadata footer) {
        return footer.getBlocks().stream()
                .flatMap(rowGroup -> rowGroup.getColumns().stream())
                .mapToLong(ColumnChunkMetaData::getValueCount)
                .sum();
    }

    /** Merges files of one schema, and holds what comes out against what parquet-java and DuckDB read in them. */
    private void merge(Workshop workshop, Random random, List<Path> files) throws SQLException {
        MessageType schema = workshop.footer(files.get(0)).getFileMetaData().getSchema();
        List<RewriteInput> inputs = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (Path file : files) {
            List<Group> rows = workshop.read(file);
            RowMask mask = mask(random, rows.size());
            inputs.add(Workshop.input(file).with(mask));
            for (int row = 0; row < rows.size(); row++) {
                if (mask.nextDeleted(row) != row) {
                    expected.add(Rows.text(schema, rows.get(row)));
                }
            }
        }
        RewriteTarget target = target(new RandomTable(random, true), random, workshop, schema);
        if (expected.size() > 1_000 && target.targetFile().isSmallerThan(SMALL)) {
            target = RewriteTarget.of(schema, target.codec(), SMALL, workshop.names());
        }
        RewriteResult result;
        try {
            result = workshop.rewrite(target, inputs);
        } catch (GateException e) {
            assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
            saw("refused");
            return;
        }
        if (target.codec() != Codec.LZ4) {
            assertThat(workshop.rows(result, schema)).isEqualTo(expected);
            claims(workshop, result);
        }
        workshop.prove(target, inputs, result);
        bySecondReader(workshop, schema, inputs, result, random);
    }

    /** Of very many outputs, some: they are alike. */
    private void claims(Workshop workshop, RewriteResult result) {
        for (OutputFile output :
                result.outputs().subList(0, Math.min(CLAIMANTS, result.outputs().size()))) {
            claims = claims.plus(Claims.verify(workshop.store, FolderStore.path(output.location())));
        }
    }

    private void bySecondReader(
            Workshop workshop, MessageType schema, List<RewriteInput> files, RewriteResult result, Random random)
            throws SQLException {
        try (SecondReader reader = new SecondReader(workshop, schema, files, result)) {
            saw(reader.compareRows().toString());
            reader.compareNullCounts();
            reader.probe(random);
        }
    }

    private static RewriteTarget target(RandomTable table, Random random, Workshop workshop, MessageType schema) {
        return RewriteTarget.of(
                schema,
                table.pick(Codec.NONE, Codec.SNAPPY, Codec.GZIP, Codec.ZSTD, Codec.ZSTD, Codec.LZ4_RAW, Codec.LZ4),
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

    /** What a case that passed has left, which is a lot after some hundreds of them. */
    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(folder)) {
                    Files.delete(file);
                }
            }
        }
    }

    private Path fresh(String name, long seed) throws IOException {
        return Files.createDirectories(folder.resolve(name + seed));
    }

    private void saw(String what) {
        seen.merge(what, 1, Integer::sum);
    }

    /** One random case. */
    private interface Case {
        void run(long seed, Random random) throws Exception;
    }

    private void each(TestReporter reporter, String writer, int cases, Case body) throws IOException {
        String given = System.getProperty("sluice.seed", "");
        long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        reporter.publishEntry("seed", String.valueOf(seed));
        for (int number = 0; number < cases; number++) {
            try {
                body.run(seed + number, new Random(seed + number));
                remove(folder);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "Case %d of %d failed; repeat it with -Dsluice.seed=%d".formatted(number, cases, seed + number),
                        e);
            }
        }
        report(writer, cases);
    }

    /** A part of the report of a full run. */
    private void report(String writer, int cases) throws IOException {
        if (FULL) {
            Path report = Path.of("target", "it", "random-rewrite-" + writer + ".md");
            Files.createDirectories(report.getParent());
            Files.writeString(
                    report,
                    "\nInputs by %s: %d cases; chunks with bounds, pages and bloom filters held against their values: %d, %d, %d; %s\n"
                            .formatted(
                                    writer,
                                    cases,
                                    claims.bounds(),
                                    claims.pages(),
                                    claims.filters(),
                                    seen.entrySet().stream()
                                            .map(each -> each.getKey() + ": " + each.getValue())
                                            .collect(Collectors.joining(", "))));
        }
    }
}
