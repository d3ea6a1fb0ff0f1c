/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import dev.sluice.app.cli.Demo;
import dev.sluice.app.cli.Memory;
import dev.sluice.app.cli.Parts;
import dev.sluice.app.config.Audience;
import dev.sluice.app.config.Catalog;
import dev.sluice.app.config.Config;
import dev.sluice.app.config.ConfiguredGate;
import dev.sluice.app.config.Connection;
import dev.sluice.app.connect.Connections;
import dev.sluice.app.notify.HttpPost;
import dev.sluice.app.notify.SlackBotNotifier;
import dev.sluice.app.notify.SlackWebhookNotifier;
import dev.sluice.app.notify.WebhookNotifier;
import dev.sluice.core.format.Formats;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Pause;
import dev.sluice.core.notify.Subscription;
import dev.sluice.core.notify.Subscriptions;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.run.Leases;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.delta.DeltaFormat;
import dev.sluice.delta.demo.DeltaDemo;
import dev.sluice.iceberg.IcebergFormat;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.demo.IcebergDemo;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.state.JdbcJournal;
import dev.sluice.state.StateFolder;
import dev.sluice.storage.LocalStore;
import dev.sluice.storage.Stores;
import dev.sluice.storage.s3.AwsIdentity;
import dev.sluice.storage.s3.S3Storage;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The product assembled: the only place that names every part. */
final class Wiring implements Parts {

    private final Clock clock;
    private final Map<List<S3Storage>, Stores> stores = new ConcurrentHashMap<>();
    private final HttpPost post;

    Wiring(Clock clock) {
        this.clock = clock;
        this.post = new HttpPost(clock, HttpPost.PATIENCE);
    }

    @Override
    public Formats formats(Config config) {
        return new Formats(
                List.of(new DeltaFormat(store(config), clock, RewriteLimits.ofThisMachine()), iceberg(config)));
    }

    private IcebergFormat iceberg(Config config) {
        return new IcebergFormat(store(config), catalogs(config), clock, RewriteLimits.ofThisMachine());
    }

    /** Opened when a table of one is first asked for. */
    private Catalogs catalogs(Config config) {
        List<CatalogSettings> settings = new ArrayList<>();
        config.catalogs()
                .forEach((name, catalog) -> settings.add(new CatalogSettings(
                        name,
                        kind(catalog.type()),
                        catalog.uri(),
                        catalog.warehouse(),
                        catalog.credentials(),
                        catalog.properties(),
                        identity(catalog))));
        return new Catalogs(store(config), settings);
    }

    private static Optional<AwsIdentity> identity(Catalog catalog) {
        Optional<AwsIdentity> usual = AwsIdentity.ofEnvironment(System.getenv());
        return catalog.awsCredentials()
                .map(named -> new AwsIdentity(named, usual.flatMap(AwsIdentity::region)))
                .or(() -> usual);
    }

    private static CatalogKind kind(Catalog.Type type) {
        return switch (type) {
            case REST, NESSIE -> CatalogKind.REST;
            case JDBC -> CatalogKind.JDBC;
            case HADOOP -> CatalogKind.HADOOP;
            case GLUE -> CatalogKind.GLUE;
        };
    }

    @Override
    public Store store(Config config) {
        return stores.computeIfAbsent(config.storage(), storages -> new Stores(storages, System.getenv()));
    }

    @Override
    public Memory memory(Path stateFolder) {
        JdbcJournal journal = StateFolder.open(stateFolder).journal(clock);
        return new Memory(journal, journal.outbox());
    }

    @Override
    public Subscriptions subscriptions(Config config) {
        return new Subscriptions(config.gates().values().stream()
                .collect(Collectors.toMap(ConfiguredGate::name, gate -> subscriptions(gate.audience()))));
    }

    private List<Subscription> subscriptions(Audience audience) {
        List<Subscription> told = new ArrayList<>();
        audience.slack().ifPresent(slack -> told.add(new Subscription(notifier(slack), slack.on())));
        audience.webhook().ifPresent(hook -> told.add(new Subscription(notifier(hook), hook.on())));
        return told;
    }

    private Notifier notifier(Audience.Slack slack) {
        return slack.botToken()
                .<Notifier>map(
                        token -> new SlackBotNotifier(token, slack.channel().orElseThrow(), SlackBotNotifier.API, post))
                .orElseGet(() -> new SlackWebhookNotifier(slack.webhook().orElseThrow(), slack.channel(), post));
    }

    private Notifier notifier(Audience.Webhook hook) {
        return new WebhookNotifier(hook.url(), hook.secret(), hook.headers(), post);
    }

    @Override
    public Pause pause() {
        return time -> Thread.sleep(time.toMillis());
    }

    @Override
    public Leases leases(Path stateFolder) {
        return StateFolder.open(stateFolder).leases();
    }

    @Override
    public Policy policy(String preset, String format, List<Map<String, String>> layers) {
        return Presets.named(preset).policy(preset, format, layers);
    }

    @Override
    public List<Connection> connections(Config config) {
        return new Connections(store(config), iceberg(config), post, SlackBotNotifier.API).of(config);
    }

    @Override
    public Optional<Demo> demo(String format) {
        return switch (format) {
            case "delta" ->
                Optional.of(new Demo(
                        "of 40 commits with 100 rows each (order_id, amount), as small appends leave it behind",
                        this::writeDeltaDemo));
            case "iceberg" ->
                Optional.of(new Demo(
                        "of events in four daily partitions with 52, 70, 20 and 25 files, of which 48, 65, 4 and 2 are small",
                        this::writeIcebergDemo,
                        Map.of(
                                "small-file", IcebergDemo.SMALL_FILE.count() / 1024 + "KB",
                                "target-file", IcebergDemo.TARGET_FILE.count() / 1024 + "KB",
                                "expire-mode", "APPLY")));
            default -> Optional.empty();
        };
    }

    private Demo.Written writeIcebergDemo(Path folder) {
        Location location = Location.local(folder);
        new IcebergDemo(new LocalStore()).write(location);
        return new Demo.Written(new TableRef("iceberg", location.toString()), Set.of());
    }

    @Override
    public Optional<Demo> agedDemo(String format) {
        return format.equals("delta")
                ? Optional.of(new Demo(
                        "of 40 commits with 100 rows each, of which a compaction eight days ago replaced the first ten files",
                        this::writeAgedDeltaDemo))
                : Optional.empty();
    }

    private Demo.Written writeDeltaDemo(Path folder) {
        Location location = Location.local(folder);
        new DeltaDemo(new LocalStore(), clock).write(location, commits -> {});
        return new Demo.Written(new TableRef("delta", location.toString()), Set.of());
    }

    private Demo.Written writeAgedDeltaDemo(Path folder) {
        Location location = Location.local(folder);
        Set<Path> outOfUse = new DeltaDemo(new LocalStore(), clock)
                .writeAged(location, commits -> {}).stream()
                        .map(file -> Path.of(file.path()))
                        .collect(Collectors.toSet());
        return new Demo.Written(new TableRef("delta", location.toString()), outOfUse);
    }
}
