/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.FreshLook;
import dev.sluice.core.format.Glob;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.format.Traces;
import dev.sluice.core.format.WhatIsThere;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.catalog.FolderOperations;
import dev.sluice.iceberg.catalog.TableCatalog;
import dev.sluice.iceberg.cleaning.ForgottenFiles;
import dev.sluice.iceberg.cleaning.OldVersions;
import dev.sluice.iceberg.cleaning.OrphanListing;
import dev.sluice.iceberg.cleaning.Retained;
import dev.sluice.iceberg.cleaning.RunTraces;
import dev.sluice.iceberg.cleaning.Siblings;
import dev.sluice.iceberg.io.IoStore;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.Refusals;
import dev.sluice.iceberg.table.Superseded;
import dev.sluice.iceberg.version.IcebergState;
import dev.sluice.iceberg.version.SnapshotTimes;
import dev.sluice.rewrite.RewriteLimits;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.jspecify.annotations.Nullable;

/** Apache Iceberg, as far as it is read: tables by their catalog or their folder, versions, leftovers by listing. */
public final class IcebergFormat implements TableFormat {

    /** How many names a refusal lists of what is there instead of a table. */
    private static final int NAMES_SHOWN = 20;

    private final Store store;
    private final Catalogs catalogs;
    private final Clock clock;
    private final RewriteLimits limits;
    private final Superseded superseded = new Superseded();

    /** @param store holds the tables that are named by their folder */
    public IcebergFormat(Store store, Catalogs catalogs, Clock clock, RewriteLimits limits) {
        this.store = store;
        this.catalogs = catalogs;
        this.clock = clock;
        this.limits = limits;
    }

    @Override
    public String name() {
        return "iceberg";
    }

    @Override
    public boolean isName(String address) {
        return IcebergAddress.named(address).isPresent();
    }

    @Override
    public boolean livesAt(Location location) {
        return FolderOperations.livesAt(store, location);
    }

    @Override
    public boolean showsTable(Location folder, String subfolder) {
        return subfolder.equals("metadata") && livesAt(folder);
    }

    @Override
    public Optional<String> meant(String address, boolean named) {
        return IcebergAddress.named(address)
                .map(IcebergAddress.Named::catalog)
                .filter(catalog -> named && !catalogs.has(catalog))
                .map(catalog -> "There is no catalog %s; %s.".formatted(catalog, catalogs.names()))
                .or(() -> catalogs.oneIn(address)
                        .map(catalog ->
                                "%1$s is a catalog: a table of it is named iceberg:%1$s/NAMESPACE.TABLE, all tables of a namespace iceberg:%1$s/NAMESPACE.*."
                                        .formatted(catalog)));
    }

    /** The tables of a namespace of a catalog: {@code CATALOG/NS.*}. */
    @Override
    public Optional<Stream<Sighting>> named(String pattern) {
        return IcebergAddress.named(pattern)
                .filter(found -> catalogs.has(found.catalog()))
                .map(found -> {
                    try {
                        return catalogs
                                .named(found.catalog())
                                .tables(found.table().namespace())
                                .stream()
                                .filter(table -> Glob.fits(found.table().name(), table.name()))
                                .map(table -> new IcebergAddress.Named(found.catalog(), table))
                                .map(table -> Sighting.of(new TableRef(name(), table.address())));
                    } catch (RuntimeException e) {
                        return Stream.of(Sighting.blocked(pattern, Refusals.of(pattern, e)));
                    }
                });
    }

    @Override
    public TableState inspect(TableRef table) {
        return newest(table);
    }

    @Override
    public TableState inspect(TableRef table, long version) {
        IcebergTable found = load(table);
        if (version == IcebergState.NO_VERSION) {
            return new IcebergState(found, null, clock.instant());
        }
        IcebergTable holding = found.metadata().snapshot(version) != null
                ? found
                : superseded.holding(table, version).orElseThrow(() -> forgotten(found, version));
        return new IcebergState(holding, holding.metadata().snapshot(version), clock.instant());
    }

    private GateException forgotten(IcebergTable now, long version) {
        return new GateException(
                Fault.VERSION_FORGOTTEN,
                now.ref().toString(),
                superseded.wasAnother(now)
                        ? "Another table has taken its place, which has no version %d.".formatted(version)
                        : "It has no version %d, or no longer has it.".formatted(version));
    }

    IcebergState newest(TableRef table) {
        IcebergTable found = load(table);
        return new IcebergState(found, found.current(), clock.instant());
    }

    @Override
    public Leftovers leftovers(TableState state, Retention retention) {
        return new OrphanListing((IcebergState) state, siblings(state.table())).list(retention, clock.instant());
    }

    @Override
    public Expirable expirable(TableState state, Expiry expiry) {
        IcebergTable table = ((IcebergState) state).iceberg();
        Instant now = clock.instant();
        try {
            return expirable(
                    table,
                    new OldVersions(table.ref(), table.metadata(), now, expiry.cutoff(now), expiry.retainLast()));
        } catch (GateException e) {
            if (e.fault() == Fault.TABLE_FEATURE_UNSUPPORTED) { // what the table wants to keep cannot be read
                return Expirable.objected(e.reason());
            }
            throw e;
        }
    }

    private static Expirable expirable(IcebergTable table, OldVersions old) {
        List<Snapshot> versions = old.all();
        Set<Long> ids = versions.stream().map(Snapshot::snapshotId).collect(Collectors.toSet());
        ForgottenFiles files = table.reading(() -> ForgottenFiles.of(table, ids));
        Optional<String> objection = Retained.objection(table);
        return new Expirable(
                objection.isPresent()
                        ? List.of()
                        : versions.stream().map(IcebergFormat::version).toList(),
                files.count(ForgottenFiles.Kind.DATA),
                files.count(ForgottenFiles.Kind.DELETES),
                files.count(ForgottenFiles.Kind.METADATA),
                files.bytes(),
                old.resumesFrom(ids).map(IcebergFormat::version),
                objection);
    }

    private static Expirable.Version version(Snapshot snapshot) {
        return new Expirable.Version(snapshot.snapshotId(), SnapshotTimes.at(snapshot));
    }

    @Override
    public Traces traces(TableRef table, List<Location> written) {
        return FreshLook.at(() -> new RunTraces(load(table)).of(written));
    }

    @Override
    public TableChanger changer() {
        return new IcebergChanger(this, limits, clock);
    }

    /** The table as its catalog, or its folder, has it now. */
    IcebergTable load(TableRef ref) {
        IcebergAddress address = IcebergAddress.of(ref);
        Table table = Refusals.refusing(
                ref.toString(),
                () -> address instanceof IcebergAddress.Named named ? named(ref, named) : folder(ref, address));
        Store files = table.io() instanceof StoreFileIO ours ? ours.store() : new IoStore(table.io(), clock);
        return Refusals.refusing(ref.toString(), () -> new IcebergTable(ref, table, files, superseded));
    }

    /** The other tables of a table's namespace. */
    Siblings siblings(TableRef ref) {
        if (!(IcebergAddress.of(ref) instanceof IcebergAddress.Named own)) {
            return Siblings.none();
        }
        TableCatalog catalog = catalogs.named(own.catalog());
        return new Siblings(
                () -> catalog.tables(own.table().namespace()).stream()
                        .filter(other -> !other.equals(own.table()))
                        .toList(),
                catalog::load);
    }

    private Table named(TableRef ref, IcebergAddress.Named address) {
        TableCatalog catalog = catalogs.named(address.catalog());
        try {
            return catalog.load(address.table());
        } catch (NoSuchTableException e) {
            List<String> there = catalog.tables(address.table().namespace()).stream()
                    .map(TableIdentifier::name)
                    .map(DottedName::written)
                    .toList();
            throw notFound(
                    ref,
                    there.isEmpty()
                            ? "The namespace %s holds no table."
                                    .formatted(address.table().namespace())
                            : "There is no such table; the namespace %s holds %s."
                                    .formatted(address.table().namespace(), shown(there)),
                    e);
        }
    }

    private Table folder(TableRef ref, IcebergAddress address) {
        Location location = ((IcebergAddress.Folder) address).location();
        if (!location.scheme().equals("file")) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    ref.toString(),
                    "A table on %s:// is known to a catalog only; name it as iceberg:CATALOG/NAMESPACE.TABLE."
                            .formatted(location.scheme()));
        }
        if (!livesAt(location)) {
            throw notFound(ref, instead(location), null);
        }
        return new BaseTable(new FolderOperations(store, location), ref.toString());
    }

    private String instead(Location location) {
        return WhatIsThere.insteadOfFolder(store, location)
                .orElseGet(() -> holdsMetadata(location)
                        ? "The table there belongs to a catalog, which alone knows what is current; name it as iceberg:CATALOG/NAMESPACE.TABLE."
                        : "There is no metadata folder of an Iceberg table; %s."
                                .formatted(WhatIsThere.in(store, location)));
    }

    private boolean holdsMetadata(Location location) {
        try (Stream<StoredFile> files = store.listFrom(location.resolve("metadata"), "")) {
            return files.anyMatch(file -> file.location().name().matches("[^.].*\\.metadata\\.json(\\.gz)?"));
        }
    }

    private static String shown(List<String> names) {
        String first = names.stream().limit(NAMES_SHOWN).collect(Collectors.joining(", "));
        return names.size() > NAMES_SHOWN ? "%s and %d more".formatted(first, names.size() - NAMES_SHOWN) : first;
    }

    private static GateException notFound(TableRef table, String why, @Nullable Throwable cause) {
        return new GateException(Fault.TABLE_NOT_FOUND, table.toString(), why, cause);
    }
}
