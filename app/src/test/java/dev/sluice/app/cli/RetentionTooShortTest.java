/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.storage.LocalStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A retention below the floor, under which readers that are still running would lose files. */
class RetentionTooShortTest extends BadInput {

    @ParameterizedTest
    @CsvSource({
        "assess, retention_hours=100, retention_hours, 100",
        "plan, retention=100h, retention, 100h",
        "run, retention-hours=167, retention-hours, 167"
    })
    void a_retention_below_168_hours(String command, String setting, String key, String value) {
        writeDemo("orders");
        refused(
                new LocalStore(),
                Fault.CONFIG_INVALID,
                "delta-lake-table-health-gate",
                "%s is \"%s\"; it must be at least 168 h".formatted(key, value),
                command,
                "orders",
                "--set",
                setting,
                "--set",
                "vacuum_mode=APPLY");
    }
}
