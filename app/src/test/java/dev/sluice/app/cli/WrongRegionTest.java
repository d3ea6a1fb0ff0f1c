/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.emulator.Mishap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bucket that is in another region than the one that was asked. */
class WrongRegionTest extends BadInput {

    @ParameterizedTest
    @ValueSource(strings = {"assess", "plan"})
    void a_bucket_of_another_region(String command) {
        try (Lake lake = new Lake(folder)) {
            lake.writeDemo("orders");
            lake.proxy.planning(
                    request -> Mishap.answer(301, "PermanentRedirect", "x-amz-bucket-region: eu-central-1"));
            refused(
                    lake.stores(),
                    Fault.STORAGE,
                    "s3://lake/orders/_delta_log",
                    "The bucket \"lake\" is in the region eu-central-1, and us-east-1 was asked: set `region: eu-central-1`",
                    command,
                    "delta:s3://lake/orders");
        }
    }
}
