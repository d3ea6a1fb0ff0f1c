/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;

/** What another writer can do to a table, mostly in one commit, whatever it finds there. */
public enum Rival {
    APPENDS {
        @Override
        public void act(Events events) {
            events.append(DAY);
        }
    },
    DELETES_A_FILE {
        @Override
        public void act(Events events) {
            events.files().stream().findFirst().ifPresent(file -> events.deleteFile(file.location()));
        }
    },
    DELETES_A_ROW_BY_POSITION {
        @Override
        public void act(Events events) {
            events.wholeFiles().stream().findFirst().ifPresent(file -> events.deletePositions(file, 0));
        }

        @Override
        public boolean isOf(int version) {
            return version == 2;
        }
    },
    DELETES_A_ROW_BY_A_VECTOR {
        @Override
        public void act(Events events) {
            events.wholeFiles().stream().findFirst().ifPresent(file -> events.deletePositions(file, 0));
        }

        @Override
        public boolean isOf(int version) {
            return version == 3;
        }
    },
    DELETES_A_ROW_BY_ITS_ID {
        @Override
        public void act(Events events) {
            if (!events.ids().isEmpty()) {
                events.deleteIds(DAY, events.ids().first());
            }
        }

        @Override
        public boolean isOf(int version) {
            return version > 1;
        }
    },
    /** So that the first delete is older than the newest version, and no data file of its own comes with it. */
    DELETES_ROWS_BY_THEIR_IDS_ONE_BY_ONE {
        @Override
        public void act(Events events) {
            DELETES_A_ROW_BY_ITS_ID.act(events);
            DELETES_A_ROW_BY_ITS_ID.act(events);
        }

        @Override
        public boolean isOf(int version) {
            return version > 1;
        }
    },
    COMPACTS {
        @Override
        public void act(Events events) {
            IcebergFormat format = events.format();
            MaintenancePlan plan = IcebergPass.plan(format, events.ref());
            if (plan.does(Step.Kind.COMPACT)) {
                IcebergPass.compact(format, plan, file -> {});
            }
        }
    },
    SETS_A_PROPERTY {
        @Override
        public void act(Events events) {
            events.table().updateProperties().set("owner", "rival").commit();
        }
    },
    ADDS_A_COLUMN {
        @Override
        public void act(Events events) {
            String name = "note_" + events.table().schemas().size();
            events.table()
                    .updateSchema()
                    .addColumn(name, Types.StringType.get())
                    .commit();
        }
    },
    OVERWRITES_ALL {
        @Override
        public void act(Events events) {
            events.table()
                    .newOverwrite()
                    .overwriteByRowFilter(Expressions.alwaysTrue())
                    .addFile(events.write(DAY, Events.ROWS_PER_FILE))
                    .commit();
        }
    },
    PARTITIONS_ANEW {
        @Override
        public void act(Events events) {
            boolean byDay = events.table().spec().isPartitioned();
            if (byDay) {
                events.table().updateSpec().removeField("day").commit();
            } else {
                events.table().updateSpec().addField("day").commit();
            }
        }
    },
    /** All versions but the newest, and the files that only they held. */
    EXPIRES {
        @Override
        public void act(Events events) {
            DROPS_ITS_TAGS.act(events);
            events.table()
                    .expireSnapshots()
                    .expireOlderThan(System.currentTimeMillis())
                    .retainLast(1)
                    .commit();
        }
    },
    /** So that between what another has seen and the newest version there is one that nobody knows of any longer. */
    APPENDS_TWICE_AND_EXPIRES {
        @Override
        public void act(Events events) {
            events.append(DAY);
            events.append(DAY);
            EXPIRES.act(events);
        }
    },
    DROPS_ITS_TAGS {
        @Override
        public void act(Events events) {
            events.table().refs().forEach((name, ref) -> {
                if (ref.isTag()) {
                    events.table().manageSnapshots().removeTag(name).commit();
                }
            });
        }
    };

    private static final String DAY = Events.DAYS.get(0);

    public abstract void act(Events events);

    /** True if tables of a format version know of such an act. */
    public boolean isOf(int version) {
        return true;
    }

    public static Stream<Rival> of(int version) {
        return Stream.of(values()).filter(rival -> rival.isOf(version));
    }

    /** The newest format version whose tables know of such an act. */
    public int newestVersion() {
        return isOf(3) ? 3 : 2;
    }

    /** As a sentence goes on after "another writer". */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
