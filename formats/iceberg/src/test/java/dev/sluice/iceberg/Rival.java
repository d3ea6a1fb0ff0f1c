/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.plan.MaintenancePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** What another writer can do to a table in one commit, whatever it finds there. */
enum Rival {
    APPENDS {
        @Override
        void act(Events events) {
            events.append(DAY);
        }
    },
    DELETES_A_FILE {
        @Override
        void act(Events events) {
            events.files().stream().findFirst().ifPresent(file -> events.deleteFile(file.location()));
        }
    },
    DELETES_A_ROW_BY_A_VECTOR {
        @Override
        void act(Events events) {
            try (CloseableIterable<FileScanTask> tasks =
                    events.table().newScan().planFiles()) {
                for (FileScanTask task : tasks) {
                    if (task.deletes().isEmpty()) {
                        events.deletePositions(task.file().copy(), 0);
                        return;
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    },
    DELETES_A_ROW_BY_ITS_ID {
        @Override
        void act(Events events) {
            if (!events.ids().isEmpty()) {
                events.deleteIds(DAY, events.ids().first());
            }
        }
    },
    COMPACTS {
        @Override
        void act(Events events) {
            IcebergFormat format = IcebergPass.format();
            MaintenancePlan plan = IcebergPass.plan(format, events.ref());
            if (!plan.isEmpty()) {
                IcebergPass.compact(format, plan, file -> {});
            }
        }
    },
    SETS_A_PROPERTY {
        @Override
        void act(Events events) {
            events.table().updateProperties().set("owner", "rival").commit();
        }
    },
    ADDS_A_COLUMN {
        @Override
        void act(Events events) {
            String name = "note_" + events.table().schemas().size();
            events.table()
                    .updateSchema()
                    .addColumn(name, Types.StringType.get())
                    .commit();
        }
    },
    OVERWRITES_ALL {
        @Override
        void act(Events events) {
            events.table()
                    .newOverwrite()
                    .overwriteByRowFilter(Expressions.alwaysTrue())
                    .addFile(events.write(DAY, Events.ROWS_PER_FILE))
                    .commit();
        }
    };

    private static final String DAY = Events.DAYS.get(0);

    abstract void act(Events events);
}
