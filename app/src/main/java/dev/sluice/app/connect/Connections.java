/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.connect;

import dev.sluice.app.config.Audience;
import dev.sluice.app.config.Catalog;
import dev.sluice.app.config.Config;
import dev.sluice.app.config.ConfiguredGate;
import dev.sluice.app.config.Connection;
import dev.sluice.core.fault.GateException;
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
 * Tries each storage, catalog and receiver of a configuration: looks for one name in a storage, and opens a connection to
 * the others and closes it again. Nothing is written, and nobody is sent anything.
 */
public final class Connections {

    private static final URI SLACK = URI.create("https://slack.com");

    /** What only a message could tell, and none is sent. */
    private static final String UNPROVED = "; that it takes messages is not proved, as none was sent";

    private final Store store;
    private final Line line = new Line();

    public Connections(Store store) {
        this.store = store;
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
        Optional<URI> server = catalog.uri().flatMap(Line::server);
        if (server.isPresent()) {
            return attempt(what, () -> {
                catalog.credentials().ifPresent(Secret::reveal);
                return line.reach(server.get());
            });
        }
        return catalog.warehouse()
                .filter(warehouse -> catalog.type() == Catalog.Type.HADOOP && !warehouse.contains("://"))
                .map(warehouse -> folder(what, Path.of(warehouse)))
                .orElseGet(() -> made(what, "not tried, as its address names no server"));
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
            gate.audience().slack().ifPresent(slack -> {
                Secret secret = slack.webhook().or(slack::botToken).orElseThrow();
                all.putIfAbsent(secret, () -> slack(slack, secret));
            });
            gate.audience().webhook().ifPresent(hook -> all.putIfAbsent(hook.url(), () -> webhook(hook)));
        }
        return all.values();
    }

    private Connection slack(Audience.Slack slack, Secret secret) {
        return attempt("slack " + secret, () -> {
            String value = secret.reveal();
            return line.reach(slack.webhook().isPresent() ? Line.address(value) : SLACK) + UNPROVED;
        });
    }

    private Connection webhook(Audience.Webhook webhook) {
        return attempt("webhook " + webhook.url(), () -> {
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
