/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.format.TableFormat;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.TableFormatContract;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every format, for Iceberg on local files, in each format version. */
class IcebergFormatContractTest {

    @Nested
    class OfVersion1 extends Contract {
        OfVersion1() {
            super(1);
        }
    }

    @Nested
    class OfVersion2 extends Contract {
        OfVersion2() {
            super(2);
        }
    }

    @Nested
    class OfVersion3 extends Contract {
        OfVersion3() {
            super(3);
        }
    }

    /** The contract for one format version. */
    abstract static class Contract extends TableFormatContract {

        private static final int FILES_PER_DAY = 3;

        private final int version;

        @TempDir
        private Path folder;

        Contract(int version) {
            this.version = version;
        }

        @Override
        protected TableFormat format(Store store) {
            return new IcebergFormat(
                    store,
                    new Catalogs(store, List.of()),
                    Clock.systemUTC(),
                    new RewriteLimits(2, Bytes.ofMebibytes(64)));
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
            return new TableRef("iceberg", location.toString());
        }

        @Override
        protected TableRef fragmented() {
            return Events.create(folder.resolve("events"), version, FILES_PER_DAY)
                    .ref();
        }

        @Override
        protected Object rows(TableRef table) {
            return events(table).rows();
        }

        @Override
        protected void append(TableRef table) {
            events(table).append(Events.DAYS.get(0));
        }

        @Override
        protected void deleteFile(TableRef table, String path) {
            events(table).deleteFile(path);
        }

        @Override
        protected FaultPlan commitWithoutAnswer() {
            return FaultPlan.first(
                    operation -> operation.name().equals("putIfAbsent"), FaultPlan.Event.POWER_CUT_AFTER);
        }

        private static Events events(TableRef table) {
            return Events.at(Path.of(table.address()));
        }
    }
}
