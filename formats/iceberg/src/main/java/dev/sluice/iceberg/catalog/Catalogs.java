/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.io.IcebergPath;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.SessionCatalog.SessionContext;
import org.apache.iceberg.exceptions.NoSuchWarehouseException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.RESTSessionCatalog;

/** The catalogs that the owner has configured, each opened when it is first asked for. */
public final class Catalogs implements AutoCloseable {

    /** SQLite's flags for a database that is there, to be read and written, named by a path or a URI. */
    private static final String SQLITE_EXISTING = Integer.toString(0x02 | 0x40);

    /** The kinds of database whose drivers are a part of Sluice. */
    private static final List<String> WITH_DRIVER = List.of("jdbc:sqlite:", "jdbc:postgresql:");

    private static final Pattern DATABASE = Pattern.compile("jdbc:\\w+:");

    private final Store store;
    private final CatalogFiles files;
    private final Map<String, CatalogSettings> settings = new LinkedHashMap<>();
    private final Map<String, TableCatalog> open = new LinkedHashMap<>();

    /** @param store holds the files of tables whose catalog does not say how to reach them */
    public Catalogs(Store store, List<CatalogSettings> settings) {
        this.store = store;
        this.files = new CatalogFiles(store, Clock.systemUTC());
        settings.forEach(catalog -> this.settings.put(catalog.name(), catalog));
    }

    /** True if a catalog of that name is configured. */
    public boolean has(String name) {
        return settings.containsKey(name);
    }

    /** The catalog whose name a text begins with, or is. */
    public Optional<String> oneIn(String text) {
        return settings.keySet().stream()
                .filter(name -> text.equals(name) || text.startsWith(name + "/") || text.startsWith(name + "."))
                .findFirst();
    }

    /** The names of all, as a refusal lists them. */
    public String names() {
        return settings.isEmpty() ? "none is configured" : "there is " + String.join(", ", settings.keySet());
    }

    /** The catalog of a name. */
    public synchronized TableCatalog named(String name) {
        CatalogSettings found = settings.get(name);
        if (found == null) {
            throw new GateException(
                    Fault.CONFIG_INVALID,
                    "catalog " + name,
                    "There is no catalog of this name; %s.".formatted(names()));
        }
        return open.computeIfAbsent(name, n -> connect(found));
    }

    private TableCatalog connect(CatalogSettings catalog) {
        return switch (catalog.kind()) {
            case HADOOP -> new FolderCatalog(store, warehouse(catalog));
            case JDBC -> jdbc(catalog);
            case REST -> rest(catalog);
            case GLUE -> new GlueCatalog(catalog, files);
        };
    }

    /** A Hadoop catalog commits by the name of a file, which only a file system on this machine makes safe. */
    private static Location warehouse(CatalogSettings catalog) {
        Location warehouse = IcebergPath.location(catalog.warehouse().orElseThrow());
        if (!warehouse.scheme().equals("file")) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    "catalog " + catalog.name(),
                    "A Hadoop catalog on %s:// loses commits of others, since no rename is a commit there; use a REST or a JDBC catalog."
                            .formatted(warehouse.scheme()));
        }
        return warehouse;
    }

    /**
     * Opened without making or altering its tables, whatever its properties say: to look needs no permission to write. Views
     * are told from tables where the database does so; the library sees that by itself. It wants a warehouse, which it uses
     * for new tables alone.
     */
    private TableCatalog jdbc(CatalogSettings catalog) {
        Map<String, String> properties = new LinkedHashMap<>(catalog.revealed());
        properties.put("jdbc.init-catalog-tables", "false");
        properties.put("jdbc.schema-version", "V0");
        properties.putIfAbsent(CatalogProperties.WAREHOUSE_LOCATION, "file:/nowhere");
        if (catalog.uri().orElseThrow().startsWith("jdbc:sqlite:")) {
            properties.put("jdbc.open_mode", SQLITE_EXISTING); // a misspelt path would become an empty database
        }
        requireDriver(catalog);
        OnceAsked connections = new OnceAsked(properties);
        JdbcCatalog jdbc = new JdbcCatalog(files::of, given -> connections, false);
        jdbc.initialize(catalog.name(), properties);
        return new LibraryCatalog(jdbc, table -> DatabaseCommits.to(table, connections), jdbc);
    }

    /** Only the kind of database is named: an address may hold what is not to be seen. */
    private static void requireDriver(CatalogSettings catalog) {
        String uri = catalog.uri().orElseThrow();
        try {
            DriverManager.getDriver(uri);
        } catch (SQLException e) {
            Matcher kind = DATABASE.matcher(uri);
            boolean isKnown = kind.lookingAt() && WITH_DRIVER.contains(kind.group());
            throw new GateException(
                    Fault.CONFIG_INVALID,
                    "catalog " + catalog.name(),
                    isKnown
                            ? "Its uri begins with %s, and the driver for that cannot read what follows."
                                    .formatted(kind.group())
                            : "There is no driver for its uri, only those for SQLite (%s) and PostgreSQL (%s)."
                                    .formatted(WITH_DRIVER.get(0), WITH_DRIVER.get(1)),
                    e);
        }
    }

    private TableCatalog rest(CatalogSettings catalog) {
        RestLine line = new RestLine(catalog);
        try {
            RESTSessionCatalog rest = new RESTSessionCatalog(
                    config -> Forgetting.requiring(RefusedRequests.telling(line.client(config))),
                    (context, properties) -> files.of(properties, line));
            rest.initialize(catalog.name(), line.properties());
            return new LibraryCatalog(rest.asCatalog(SessionContext.createEmpty()), table -> table, rest, line);
        } catch (NoSuchWarehouseException | NotFoundException e) {
            line.close();
            throw new GateException(
                    Fault.CONFIG_INVALID,
                    "catalog " + catalog.name(),
                    "At %s no catalog with Iceberg's REST interface answers%s: %s"
                            .formatted(
                                    catalog.uri().orElseThrow(),
                                    catalog.warehouse()
                                            .map(" that has the warehouse %s"::formatted)
                                            .orElse(""),
                                    e.getMessage()),
                    e);
        } catch (RuntimeException e) {
            line.close();
            throw e;
        }
    }

    @Override
    public synchronized void close() {
        open.values().forEach(TableCatalog::close);
        open.clear();
        files.close();
    }
}
