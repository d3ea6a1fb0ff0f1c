/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Bytes;
import org.junit.jupiter.api.Test;

/** How large row groups are to be: as wished for, as far as the memory goes. */
class RowGroupSizeTest {

    private static final Bytes TARGET = Bytes.ofMebibytes(4096);

    @Test
    void a_wish_within_the_memory_is_followed() {
        assertThat(learnt(Bytes.ofMebibytes(1024), Bytes.ofMebibytes(200))).isBetween(190L << 20, 200L << 20);
        assertThat(learnt(Bytes.ofMebibytes(1024), Bytes.of(4096))).isBetween(4000L, 4096L);
    }

    @Test
    void a_wish_beyond_the_memory_is_cut_down_to_a_quarter_of_it() {
        assertThat(learnt(Bytes.ofMebibytes(64), Bytes.ofMebibytes(1024))).isBetween(15L << 20, 16L << 20);
    }

    /** Once it has seen that outputs are as large as inputs. */
    private static long learnt(Bytes memory, Bytes wanted) {
        RowGroupSize size = new RowGroupSize(memory, TARGET, wanted);
        size.learn(1000, 1000);
        return size.next(0);
    }
}
