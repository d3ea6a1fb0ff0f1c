/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.rewrite.Anatomy.Chunk;
import dev.sluice.rewrite.CorruptionJudge.End;
import dev.sluice.rewrite.CorruptionJudge.Place;
import dev.sluice.rewrite.CorruptionJudge.Verdict;
import dev.sluice.rewrite.Damage.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/**
 * Damages sound files, case after case, in a process of its own, whose heap is so small that a size which is believed shows.
 * Prints a line for each case.
 */
final class CorruptionRun {

    private static final Set<Kind> IN_PLACE = EnumSet.of(Kind.BIT, Kind.BYTE, Kind.ZEROES, Kind.ONES, Kind.REPEATED);

    /** A file to damage, and what is known of it. */
    private record Subject(Specimen specimen, Anatomy anatomy, List<String> rows, List<Specimen> others) {}

    private CorruptionRun() {}

    /** Arguments: an empty folder, the first case's seed, how many cases. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        long first = Long.parseLong(arguments[1]);
        int cases = Integer.parseInt(arguments[2]);
        List<Specimen> specimens = Specimen.all(Files.createDirectories(folder.resolve("sound")));
        try (CorruptionJudge judge = new CorruptionJudge(Files.createDirectories(folder.resolve("damaged")))) {
            List<Subject> subjects = new ArrayList<>();
            for (Specimen specimen : specimens) {
                subjects.add(subject(specimen, specimens, folder, judge));
            }
            for (long seed = first; seed < first + cases; seed++) {
                Random random = new Random(seed);
                Subject subject = subjects.get(random.nextInt(subjects.size()));
                Damage damage = Damage.of(subject.specimen(), subject.anatomy(), subject.others(), random);
                RowMask mask = random.nextInt(4) == 0 ? mask(subject.rows().size(), random) : RowMask.none();
                Verdict verdict =
                        judge.judge(subject.specimen(), subject.rows(), damage.bytes(), place(subject, damage), mask);
                System.out.println(String.join(
                        "\t",
                        verdict.end().name(),
                        damage.kind().toString(),
                        subject.specimen().name(),
                        String.valueOf(seed),
                        damage.where(),
                        verdict.detail().replaceAll("\\s+", " ")));
                if (verdict.end() == End.WRONG) {
                    System.out.flush();
                }
            }
        }
    }

    private static Subject subject(Specimen specimen, List<Specimen> all, Path folder, CorruptionJudge judge)
            throws Exception {
        Path file = Files.write(folder.resolve("anatomy.parquet"), specimen.bytes());
        ParquetMetadata footer = new Workshop(folder).footer(file);
        List<Specimen> others = all.stream()
                .filter(other -> other != specimen && other.schema().equals(specimen.schema()))
                .toList();
        return new Subject(
                specimen,
                Anatomy.of(specimen.bytes(), footer),
                judge.rows(specimen),
                others.isEmpty() ? List.of(specimen) : others);
    }

    private static RowMask mask(int rows, Random random) {
        return RowMask.of(IntStream.range(0, rows)
                .filter(row -> random.nextInt(4) == 0)
                .asLongStream()
                .toArray());
    }

    private static Place place(Subject subject, Damage damage) {
        if (!IN_PLACE.contains(damage.kind())) {
            return new Place(Optional.empty(), false);
        }
        Optional<Chunk> chunk = subject.anatomy().chunks().stream()
                .filter(each -> damage.from() >= each.start() && damage.to() <= each.end())
                .findFirst();
        boolean inPage = chunk.stream()
                .flatMap(each -> each.pages().stream())
                .anyMatch(page -> page.checked() && damage.from() >= page.payload() && damage.to() <= page.end());
        return new Place(chunk.map(Chunk::column), inPage);
    }
}
