/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.connect;

import dev.sluice.app.config.Audience;
import dev.sluice.app.config.Catalog;
import dev.sluice.app.config.Config;
import dev.sluice.app.config.ConfiguredGate;
import dev.sluice.app.config.Connection;
import dev.sluice.app.notify.HttpPost;
import dev.sluice.app.notify.SlackBotNotifier;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.notify.Outcome;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.storage.s3.S3Storage;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Tries each storage, catalog and receiver of a configuration, as far as nothing is written and nobody is sent anything:
 * looks for one name in a storage, asks a catalog for tables, and asks Slack whose token a bot's is. Web hooks take nothing
 * but messages, so of those only a connection is opened and closed again.
 */
public final class Connections {

    /** A namespace that a catalog is asked for. It need not be there: to be told so one has to be let in all the same. */
    private static final String NAMESPACE = "sluice";

    private static final String SQLITE = "jdbc:sqlite:";

    /** What only a message could tell, and none is sent. */
    private static final String UNPROVED = "; that it takes messages is not proved, as none was sent";

    private final Store store;
    private final TableFormat iceberg;
    private final HttpPost post;
    private final URI slack;
    private final Line line = new Line();

    /**
     * @param iceberg opens the catalogs of the same configuration
     * @param slack where Slack is asked whose token it is given
     */
    public Connections(Store store, TableFormat iceberg, HttpPost post, URI slack) {
        this.store = store;
        this.iceberg = iceberg;
        this.post = post;
        this.slack = slack;
    }

    /** What came of trying, in the order of the configuration. */
    public List<Connection> of(Config config) {
        Stream<Connection> storages = config.storage().stream().map(this::storage);
        Stream<Connection> catalogs = config.catalogs().entrySet().stream().map(this::catalog);
        return Stream.of(storages, catalogs, receivers(config).stream().map(Supplier::get))
                .flatMap(each -> each)
                .toList();
    }

    private Connection storage(S3Storage storage) {
        String what = "storage " + storage.prefix();
        if (storage.prefix().authority().isEmpty()) {
            return made(what, "not tried, as it names no bucket");
        }
        return attempt(what, () -> {
            Location prefix = storage.prefix();
            try (Stream<StoredFile> files = store.list(prefix)) {
                return files.findFirst().isPresent()
                        ? "listed, and something lies there"
                        : "listed, and nothing lies there";
            }
        });
    }

    private Connection catalog(Map.Entry<String, Catalog> named) {
        Catalog catalog = named.getValue();
        String what = "catalog " + named.getKey();
        Optional<Path> folder = catalog.warehouse()
                .filter(warehouse -> catalog.type() == Catalog.Type.HADOOP && !warehouse.contains("://"))
                .map(Path::of);
        Optional<Path> missing =
                catalog.uri().flatMap(Connections::databaseFile).filter(Files::notExists);
        if (folder.isPresent()) {
            return folder(what, folder.get());
        }
        if (missing.isPresent()) {
            return failed(what, "There is no file %s.".formatted(missing.get()));
        }
        return attempt(what, () -> {
            catalog.credentials().ifPresent(Secret::reveal);
            String reached = catalog.uri()
                    .flatMap(Line::server)
                    .map(server -> line.reach(server) + ", ")
                    .orElse("");
            ask(named.getKey());
            return reached + "asked for tables, and let in";
        });
    }

    /** The driver makes a database that is not there, so it is looked for before. */
    private static Optional<Path> databaseFile(String address) {
        String file =
                address.startsWith(SQLITE) ? address.substring(SQLITE.length()).replaceFirst("\\?.*", "") : "";
        return file.isEmpty() || file.startsWith(":") || file.startsWith("file:")
                ? Optional.empty()
                : Optional.of(Path.of(file));
    }

    private void ask(String catalog) {
        String tables = "%s/%s.*".formatted(catalog, NAMESPACE);
        try (Stream<Sighting> found = iceberg.named(tables).orElseThrow()) {
            found.flatMap(sighting -> sighting.obstacle().stream()).findFirst().ifPresent(obstacle -> {
                throw obstacle;
            });
        }
    }

    private static Connection folder(String what, Path folder) {
        return Files.isDirectory(folder)
                ? made(what, "the folder %s is there".formatted(folder))
                : failed(what, "There is no folder %s.".formatted(folder));
    }

    /** Each receiver once, however many gates tell it of their runs. */
    private Collection<Supplier<Connection>> receivers(Config config) {
        Map<Secret, Supplier<Connection>> all = new LinkedHashMap<>();
        for (ConfiguredGate gate : config.gates().values()) {
            gate.audience().slack().ifPresent(told -> {
                told.webhook().ifPresent(hook -> all.putIfAbsent(hook, () -> hook("slack " + hook, hook)));
                told.botToken()
                        .ifPresent(token -> all.putIfAbsent(
                                token, () -> bot(token, told.channel().orElseThrow())));
            });
            gate.audience().webhook().ifPresent(hook -> all.putIfAbsent(hook.url(), () -> webhook(hook)));
        }
        return all.values();
    }

    private Connection bot(Secret token, String channel) {
        String what = "slack " + token;
        Outcome outcome = new SlackBotNotifier(token, channel, slack, post).logsIn();
        return outcome.kind() == Outcome.Kind.SENT
                ? made(what, "logged in; that it may write to %s is not proved, as nothing was sent".formatted(channel))
                : failed(what, outcome.reason());
    }

    private Connection hook(String what, Secret url) {
        return attempt(what, () -> line.reach(Line.address(url.reveal())) + UNPROVED);
    }

    private Connection webhook(Audience.Webhook webhook) {
        String what = "webhook " + webhook.url();
        return attempt(what, () -> {
            webhook.headers().values().forEach(Secret::reveal);
            return line.reach(Line.address(webhook.url().reveal())) + UNPROVED;
        });
    }

    private static Connection attempt(String what, Supplier<String> trying) {
        try {
            return made(what, trying.get());
        } catch (GateException e) {
            return failed(what, e.reason());
        }
    }

    private static Connection made(String what, String told) {
        return new Connection(what, told, Optional.empty());
    }

    private static Connection failed(String what, String why) {
        return new Connection(what, "", Optional.of(why));
    }
}
