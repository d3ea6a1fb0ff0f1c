/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** An address where something else is: what is there is named, twenty things at most. */
class NotATableTest extends BadInput {

    @Test
    void a_folder_of_other_things() throws IOException {
        Files.createDirectories(folder.resolve("lake/archive"));
        Files.writeString(folder.resolve("lake/notes.txt"), "");
        refused(
                new LocalStore(),
                Fault.TABLE_NOT_FOUND,
                folder.resolve("lake").toString(),
                "No table of a known format (delta) lives here; the folder holds archive, notes.txt.",
                "assess",
                "lake");
    }

    @Test
    void a_file() throws IOException {
        Files.writeString(folder.resolve("orders.parquet"), "PAR1");
        refused(
                new LocalStore(),
                Fault.TABLE_NOT_FOUND,
                folder.resolve("orders.parquet").toString(),
                "This is a file; a table is a folder.",
                "plan",
                "orders.parquet");
    }

    @Test
    void a_place_on_s3_with_other_things_among_them_a_table() throws IOException {
        try (Lake lake = new Lake(folder)) {
            lake.writeDemo("orders");
            Files.writeString(folder.resolve("buckets/lake/notes.txt"), "to do");
            refused(
                    lake.stores(),
                    Fault.TABLE_NOT_FOUND,
                    "s3://lake/",
                    "lives here; the folder holds notes.txt, orders (delta table).",
                    "assess",
                    "s3://lake");
        }
    }

    @Test
    void a_log_that_holds_no_commit() throws IOException {
        Files.createDirectories(folder.resolve("orders/_delta_log"));
        Files.writeString(folder.resolve("orders/_delta_log/readme.txt"), "nothing yet");
        refused(
                new LocalStore(),
                Fault.TABLE_NOT_FOUND,
                "delta:" + folder.resolve("orders"),
                "No delta files found",
                "assess",
                "delta:orders");
    }
}
