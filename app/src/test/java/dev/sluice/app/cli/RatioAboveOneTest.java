/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.storage.LocalStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A share of more than all. */
class RatioAboveOneTest extends BadInput {

    @ParameterizedTest
    @ValueSource(strings = {"assess", "plan", "run", "explain"})
    void a_ratio_of_one_and_a_half(String command) {
        writeDemo("orders");
        refused(
                new LocalStore(),
                Fault.CONFIG_INVALID,
                "delta-lake-table-health-gate",
                "small_file_ratio is \"1.5\"; it must be a number from 0 to 1, like 0.5.",
                command,
                "orders",
                "--set",
                "small_file_ratio=1.5");
    }
}
