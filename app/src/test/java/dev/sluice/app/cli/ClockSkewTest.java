/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.emulator.Mishap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock of this machine that the service does not accept. */
class ClockSkewTest extends BadInput {

    @ParameterizedTest
    @ValueSource(strings = {"assess", "plan"})
    void a_clock_that_differs_too_much(String command) {
        try (Lake lake = new Lake(folder)) {
            lake.writeDemo("orders");
            lake.proxy.planning(
                    request -> Mishap.answer(403, "RequestTimeTooSkewed", "Date: Sun, 29 Nov 2026 03:00:00 GMT"));
            refused(
                    lake.stores(),
                    Fault.STORAGE,
                    "s3://lake/orders/_delta_log",
                    "This machine's clock and the service's differ too much",
                    command,
                    "delta:s3://lake/orders");
        }
    }
}
