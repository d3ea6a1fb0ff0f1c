/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.storage.LocalStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An address where nothing is, on this machine and on S3. */
class NoTableTest extends BadInput {

    @ParameterizedTest
    @ValueSource(strings = {"assess", "plan", "run", "explain"})
    void a_path_with_nothing_there(String command) {
        String place = folder.resolve("nothing").toString();
        refused(new LocalStore(), Fault.TABLE_NOT_FOUND, place, "There is no such folder.", command, "nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"assess", "plan"})
    void a_delta_table_with_nothing_there(String command) {
        String place = "delta:" + folder.resolve("nothing");
        refused(new LocalStore(), Fault.TABLE_NOT_FOUND, place, "Nothing is there.", command, "delta:nothing");
    }

    @Test
    void a_place_on_s3_with_nothing_there() {
        try (Lake lake = new Lake(folder)) {
            String place = "s3://lake/nothing";
            refused(lake.stores(), Fault.TABLE_NOT_FOUND, place, "There is no such folder.", "assess", place);
            refused(
                    lake.stores(),
                    Fault.TABLE_NOT_FOUND,
                    "delta:" + place,
                    "Nothing is there.",
                    "plan",
                    "delta:s3a://lake/nothing");
        }
    }

    @Test
    void a_bucket_that_does_not_exist() {
        try (Lake lake = new Lake(folder)) {
            refused(
                    lake.storesOf("s3://pond/"),
                    Fault.STORAGE,
                    "s3://pond/orders/_delta_log",
                    "There is no bucket \"pond\" there.",
                    "assess",
                    "delta:s3://pond/orders");
        }
    }
}
