/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.testkit.FaultPlan.Operation;
import dev.sluice.testkit.Sample;
import dev.sluice.testkit.Tally;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The same power cuts and failures where the table lies on S3; a sample takes the trace-leaving operations by chance, too. */
@Tag("delta-crashes")
class DeltaPowerCutOnS3Test extends DeltaPowerCutTest {

    private static final int SAMPLED = 4;

    private static final Tally TALLY =
            new Tally("The same on an S3 service, disturbed at each of its operations, and how its run ended:");

    @TempDir
    private Path lakes;

    private @Nullable LakeInAFolder opened;

    private LakeInAFolder lake() {
        LakeInAFolder lake = opened == null ? new LakeInAFolder(lakes) : opened;
        opened = lake;
        return lake;
    }

    @AfterEach
    void close() {
        lake().close();
    }

    @Override
    Path home(Path folder) {
        return lake().bucket();
    }

    @Override
    OnePassage onItsStore(Orders orders) {
        return lake().passage(orders);
    }

    @Override
    Set<Long> cases(Sample sample, List<Operation> all) {
        List<Long> traces = all.stream()
                .filter(Operation::leavesTraces)
                .map(Operation::number)
                .toList();
        Set<Long> cases = new TreeSet<>(sample.of(all.size(), SAMPLED));
        sample.of(traces.size(), SAMPLED).forEach(n -> cases.add(traces.get((int) (n - 1))));
        return cases;
    }

    @Override
    Tally tally() {
        return TALLY;
    }

    @AfterAll
    static void tellOfS3() {
        TALLY.write("delta-power-cut-s3");
    }
}
