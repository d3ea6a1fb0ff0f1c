/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.health.Measure;
import dev.sluice.core.health.PartitionHealth;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.testing.TestTable;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ScorecardTest {

    private static final Bytes TARGET = Bytes.ofMebibytes(128);

    /** The table of job 2: four days with 52, 70, 20 and 25 files, of which 48, 65, 4 and 2 are small. */
    private static TestTable eventsOfJob2() {
        return aTable().inPartition("day", "2026-11-01")
                .withFiles(48, Bytes.ofMebibytes(2))
                .withFiles(4, Bytes.ofMebibytes(64))
                .inPartition("day", "2026-11-02")
                .withFiles(65, Bytes.ofMebibytes(2))
                .withFiles(5, Bytes.of(Math.round(31.7 * 1024 * 1024)))
                .inPartition("day", "2026-11-03")
                .withFiles(4, Bytes.ofMebibytes(2))
                .withFiles(16, Bytes.ofMebibytes(64))
                .inPartition("day", "2026-11-04")
                .withFiles(2, Bytes.ofMebibytes(2))
                .withFiles(23, Bytes.ofMebibytes(64))
                .build();
    }

    private static TableHealth measure(TestTable table) {
        return TableHealth.measure(table, new Measure(Bytes.ofMebibytes(30), OptionalDouble.empty(), p -> true));
    }

    @Test
    void the_figures_of_job_2_come_out_as_it_has_them() {
        TableHealth health = measure(eventsOfJob2());
        Scorecard card = Scorecard.of(health, 0.35, TARGET);

        assertThat(health.files()).isEqualTo(167);
        assertThat(health.smallFiles()).isEqualTo(119);
        assertThat(Sentences.decimals(health.meanSmallRatio(), 4)).isEqualTo("0.5329");
        assertThat(card.degraded())
                .extracting(p -> p.partition().toString())
                .containsExactly("day=2026-11-02", "day=2026-11-01");
        assertThat(card.compactable().mebibytes()).isCloseTo(640.5, within(0.01));
        assertThat(Sentences.decimals(card.projectedSpeedup(), 2)).isEqualTo("20.33");
        assertThat(card.done()).as("a projection is no result").isEmpty();
    }

    @Test
    void a_table_without_partitions_in_need_has_nothing_on_its_card() {
        Scorecard card = Scorecard.of(measure(aTable().build()), 0.35, TARGET);

        assertThat(card.degraded()).isEmpty();
        assertThat(card.compactable()).isEqualTo(Bytes.ZERO);
        assertThat(card.projectedSpeedup()).isZero();
    }

    @Test
    void partitions_that_are_level_stand_in_a_fixed_order_the_worst_first() {
        TableHealth health = measure(aTable().inPartition("day", "b")
                .withFiles(2, Bytes.ofMebibytes(1))
                .inPartition("day", "a")
                .withFiles(2, Bytes.ofMebibytes(1))
                .inPartition("day", "c")
                .withFiles(3, Bytes.ofMebibytes(1))
                .build());

        assertThat(Scorecard.of(health, 0.35, TARGET).degraded())
                .extracting(PartitionHealth::partition)
                .extracting(Object::toString)
                .containsExactly("day=c", "day=a", "day=b");
    }
}
