/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.emulator.Mishap;
import dev.sluice.storage.Stores;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Credentials that are not there, that cannot be read, or that are not the service's. */
class UnreadableCredentialsTest extends BadInput {

    private static final String TABLE = "delta:s3://lake/orders";

    private Lake lake;

    @BeforeEach
    void a_table_on_s3() {
        lake = new Lake(folder);
        lake.writeDemo("orders");
    }

    @AfterEach
    void close() {
        lake.close();
    }

    @Test
    void none_at_all() {
        refused(
                new Stores(List.of(), Map.of()),
                Fault.CONFIG_INVALID,
                "s3://lake/orders/_delta_log",
                "Nothing says how to reach it.",
                "assess",
                TABLE);
    }

    @Test
    void a_file_of_keys_that_cannot_be_read() {
        refused(
                lake.storesWith(() -> {
                    throw new GateException(
                            Fault.CONFIG_INVALID, "${file:/run/secrets/lake}", "The file cannot be read.");
                }),
                Fault.CONFIG_INVALID,
                "${file:/run/secrets/lake}",
                "The file cannot be read.",
                "plan",
                TABLE);
    }

    @Test
    void keys_that_are_not_the_services() {
        lake.proxy.planning(request -> Mishap.answer(403, "SignatureDoesNotMatch"));
        refused(
                lake.stores(),
                Fault.STORAGE,
                "s3://lake/orders/_delta_log",
                "The credentials configured for s3://lake/ are not the service's",
                "assess",
                TABLE);
    }
}
