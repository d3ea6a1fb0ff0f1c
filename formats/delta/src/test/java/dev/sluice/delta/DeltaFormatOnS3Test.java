/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.format.TableFormat;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.RiggedStore;
import dev.sluice.testkit.TableFormatContract;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every format, for Delta on an S3 service whose conditional put somebody vouches for. */
class DeltaFormatOnS3Test extends TableFormatContract {

    @TempDir
    private Path folder;

    private LakeInAFolder lake;

    @BeforeEach
    @Override
    public void a_fragmented_table() {
        lake = new LakeInAFolder(folder);
        super.a_fragmented_table();
    }

    @AfterEach
    void close() {
        lake.close();
    }

    @Override
    protected TableFormat format(Store store) {
        return new DeltaFormat(store, Clock.systemUTC(), new RewriteLimits(2, Bytes.ofMebibytes(64)));
    }

    /** The probe has a test of its own; here every file that is written is the table's. */
    @Override
    protected Store store() {
        return RiggedStore.of(lake.store(), Map.of("unproven", (store, arguments) -> Optional.empty()));
    }

    @Override
    protected Location folder() {
        return lake.location(lake.bucket().resolve("tables"));
    }

    @Override
    protected TableRef at(Location location) {
        return new TableRef("delta", location.toString());
    }

    @Override
    protected TableRef fragmented() {
        Orders orders = Orders.create(lake.bucket().resolve("tables/orders"), 3);
        return at(lake.location(orders.folder()));
    }

    @Override
    protected Object rows(TableRef table) {
        return TableRows.of(orders(table).location());
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

    private Orders orders(TableRef table) {
        return new Orders(
                lake.bucket().resolve(Location.parse(table.address()).path().substring(1)));
    }
}
