/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.TableFormat;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.TableFormatContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every format, for Delta on local files. */
class DeltaFormatContractTest extends TableFormatContract {

    private static final int FILES_PER_REGION = 3;

    @TempDir
    private Path folder;

    @Override
    protected TableFormat format(Store store) {
        return new DeltaFormat(store, Clock.systemUTC(), new RewriteLimits(2, Bytes.ofMebibytes(64)));
    }

    @Override
    protected Store store() {
        return new LocalStore();
    }

    @Override
    protected Location folder() {
        return Location.local(folder);
    }

    @Override
    protected TableRef at(Location location) {
        return new TableRef("delta", location.toString());
    }

    @Override
    protected TableRef fragmented() {
        return at(Orders.create(folder.resolve("orders"), FILES_PER_REGION).location());
    }

    @Override
    protected Object rows(TableRef table) {
        return TableRows.of(Location.parse(table.address()));
    }

    @Override
    protected void append(TableRef table) {
        orders(table).append("eu");
    }

    @Override
    protected void deleteFile(TableRef table, String path) {
        Orders orders = orders(table);
        orders.commit(
                "DELETE",
                List.of(Orders.removal(Objects.requireNonNull(orders.live().get(path)))));
    }

    @Override
    protected FaultPlan commitWithoutAnswer() {
        return FaultPlan.first(operation -> operation.name().equals("putIfAbsent"), FaultPlan.Event.POWER_CUT_AFTER);
    }

    private static Orders orders(TableRef table) {
        return new Orders(Path.of(table.address()));
    }

    /** For the superuser, whom no permission binds, at least nothing is written. */
    @Test
    void assesses_a_table_in_folders_that_may_only_be_read() throws IOException {
        TableRef table = at(folder().resolve("orders"));
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(folder.resolve("orders"))) {
            paths = walk.toList();
        }
        Set<PosixFilePermission> reading =
                EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_EXECUTE);
        try {
            for (Path path : paths) {
                Files.setPosixFilePermissions(path, reading);
            }
            TableFormat format = format(store());

            MaintenancePlan plan = Overdue.plan(format, table, Clock.systemUTC().instant());
            format.leftovers(format.inspect(table), new Retention(Retention.FLOOR));

            assertThat(plan.steps()).hasSize(1);
            try (Stream<Path> walk = Files.walk(folder.resolve("orders"))) {
                assertThat(walk).containsExactlyInAnyOrderElementsOf(paths);
            }
        } finally {
            for (Path path : paths) {
                Files.setPosixFilePermissions(path, EnumSet.allOf(PosixFilePermission.class));
            }
        }
    }
}
