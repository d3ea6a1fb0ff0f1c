/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.testkit.Tally;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The same commits of others between our operations where the table lies on S3. */
@Tag("delta-crashes")
class DeltaInterleavingOnS3Test extends DeltaInterleavingTest {

    private static final int SAMPLED = 3;

    private static final Tally TALLY = new Tally(
            "The same on an S3 service, with others' commits placed between its operations, and how its run ended:");

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
    int sampled() {
        return SAMPLED;
    }

    @Override
    Tally tally() {
        return TALLY;
    }

    @AfterAll
    static void tellOfS3() {
        TALLY.write("delta-interleaving-s3");
    }
}
