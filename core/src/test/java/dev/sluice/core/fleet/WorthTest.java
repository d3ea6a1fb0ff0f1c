/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.health.Leftovers;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said to lie about below a table. */
class WorthTest {

    @Test
    void files_that_nobody_may_list_are_neither_counted_nor_called_none() {
        Worth worth = Worth.of(Optional.empty(), Optional.of(Leftovers.notAssessed("Nobody may look.")));

        assertThat(worth.clutter()).isEmpty();
    }

    @Test
    void what_was_listed_is_counted() {
        Worth worth = Worth.of(Optional.empty(), Optional.of(Leftovers.NONE));

        assertThat(worth.clutter()).contains(Worth.Clutter.NONE);
    }
}
