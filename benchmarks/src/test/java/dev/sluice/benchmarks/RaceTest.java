/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.benchmarks.Timing.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaceTest {

    private static final Shape SMALL = new Shape("small", 3, 40);

    @TempDir
    Path folder;

    @Test
    void the_median_of_an_even_number_of_runs_lies_between_the_two_in_the_middle() {
        assertThat(Spread.of(9, 1, 2, 4)).isEqualTo(new Spread(1, 3, 9));
        assertThat(Spread.of(5, 1, 2).median()).isEqualTo(2);
    }

    @Test
    void a_target_is_met_by_a_ratio_that_is_not_above_it() {
        assertThat(Figure.of("b", "s", "m", "p", 1, 4, 0.25).met()).isTrue();
        assertThat(Figure.of("b", "s", "m", "p", 1, 3.9, 0.25).met()).isFalse();
        assertThat(Figure.of("b", "s", "m", "p", 1, 4, null).met()).isNull();
    }

    @Test
    void the_same_file_is_written_byte_for_byte_again() throws IOException {
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        Map<FileMaker, Integer> rows =
                Map.of(new EventFile(CompressionCodecName.ZSTD), 200, new WideFile(), 20, new LargePageFile(), 1);
        for (FileMaker maker : rows.keySet()) {
            maker.write(first, 7, rows.get(maker));
            maker.write(second, 7, rows.get(maker));
            assertThat(first).hasSameBinaryContentAs(second);
            Files.delete(first);
            Files.delete(second);
        }
    }

    @Test
    void everybody_runs_as_often_as_the_others_and_writes_the_same_rows() throws IOException, SQLException {
        try (Duck duck = new Duck()) {
            List<Contender> all = List.of(new SluiceContender(false), new SluiceContender(true), duck);
            List<Timing> timings =
                    new Race(duck, folder.resolve("out"), 2).run(SMALL.filesBelow(folder.resolve("in")), all);
            assertThat(timings)
                    .extracting(Timing::contender)
                    .containsExactly("Sluice", "Sluice, content checked", "DuckDB");
            assertThat(timings).allSatisfy(timing -> {
                assertThat(timing.runs()).hasSize(2);
                assertThat(timing.outputBytes()).isPositive();
            });
        }
    }

    @Test
    void whoever_loses_rows_ends_the_race() throws IOException, SQLException {
        List<Path> inputs = SMALL.filesBelow(folder.resolve("in"));
        Contender loser = new Contender() {
            @Override
            public String name() {
                return "Loser";
            }

            @Override
            public void compact(List<Path> files, Path to) throws IOException {
                Files.copy(files.get(0), to.resolve("lost.parquet"));
            }
        };
        try (Duck duck = new Duck()) {
            Race race = new Race(duck, folder.resolve("out"), 1);
            assertThatThrownBy(() -> race.run(inputs, List.of(loser)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Loser wrote Content[rows=40")
                    .hasMessageContaining("where the inputs hold Content[rows=120");
        }
    }
}
