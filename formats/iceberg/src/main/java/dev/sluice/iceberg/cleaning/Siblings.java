/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.Refusals;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.util.Tasks;
import org.apache.iceberg.util.ThreadPools;

/**
 * The other tables of a table's namespace. One of them may keep its metadata elsewhere and write its files into this one's
 * folder, where a listing shows nothing of whose they are; only its own properties tell.
 */
public final class Siblings {

    /** Where a table may have files written to, besides its location (Iceberg's table properties). */
    @SuppressWarnings("deprecation") // what older writers went by
    private static final List<String> PLACES = List.of(
            TableProperties.WRITE_DATA_LOCATION,
            TableProperties.WRITE_METADATA_LOCATION,
            TableProperties.WRITE_FOLDER_STORAGE_LOCATION,
            TableProperties.OBJECT_STORE_PATH);

    private final Supplier<List<TableIdentifier>> names;
    private final Function<TableIdentifier, Table> load;

    /**
     * @param names of the other tables; asked only where something is to be removed
     * @param load loads one of them, or throws {@link NoSuchTableException}
     */
    public Siblings(Supplier<List<TableIdentifier>> names, Function<TableIdentifier, Table> load) {
        this.names = names;
        this.load = load;
    }

    /** Of a table that no catalog knows. */
    public static Siblings none() {
        return new Siblings(List::of, name -> {
            throw new NoSuchTableException("There is no table %s", name);
        });
    }

    /** Why nothing may be removed from a table's folder; also where one of the others cannot be asked. */
    Optional<String> objection(IcebergTable table, Location folder) {
        List<TableIdentifier> all;
        try {
            all = names.get();
        } catch (RuntimeException e) {
            return Optional.of("Whether another table of the catalog writes into the table's folder cannot be told: "
                    + Refusals.of(table.ref().toString(), e).reason());
        }
        Store store = table.files();
        Location real = store.realPlace(folder);
        Set<String> objections = new ConcurrentSkipListSet<>();
        Tasks.foreach(all)
                .executeWith(ThreadPools.getWorkerPool())
                .stopOnFailure()
                .throwFailureWhenFinished()
                .run(name -> objection(name, store, folder, real).ifPresent(objections::add));
        return objections.stream().findFirst();
    }

    private Optional<String> objection(TableIdentifier name, Store store, Location folder, Location real) {
        try {
            Table sibling = load.apply(name);
            return PLACES.stream()
                    .filter(key -> {
                        String place = sibling.properties().get(key);
                        return place != null && isWithin(IcebergPath.location(place), store, folder, real);
                    })
                    .findFirst()
                    .map(key -> "The table %s may have its files in the table's folder: its property %s is %s."
                            .formatted(
                                    name,
                                    key,
                                    Objects.requireNonNull(sibling.properties().get(key))));
        } catch (NoSuchTableException e) {
            return Optional.empty(); // dropped meanwhile
        } catch (RuntimeException e) {
            return Optional.of("Whether the table %s writes into the table's folder cannot be told: %s"
                    .formatted(name, Refusals.of(name.toString(), e).reason()));
        }
    }

    private static boolean isWithin(Location place, Store store, Location folder, Location real) {
        Location itsReal = store.realPlace(place);
        return folder.equals(place) || folder.contains(place) || real.equals(itsReal) || real.contains(itsReal);
    }
}
