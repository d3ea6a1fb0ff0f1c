/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.Config;
import dev.sluice.app.config.Connection;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.notify.Pause;
import dev.sluice.core.notify.Subscriptions;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.run.Leases;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.testing.FolderTree;
import dev.sluice.core.testing.InMemoryOutbox;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A product assembled from fakes: one format in memory, one journal in memory, and the real presets. */
class FakeParts implements Parts {

    final FakeFormat delta = new FakeFormat("delta");
    final MemoryJournal journal = new MemoryJournal();
    final List<FakeFormat> others = new ArrayList<>();
    Consumer<Path> whenDemoIsWritten = folder -> {};
    boolean busy;
    final InMemoryOutbox outbox = new InMemoryOutbox();
    Subscriptions subscriptions = Subscriptions.NOBODY;
    final List<Duration> pauses = new ArrayList<>();
    Store store = new LocalStore();
    List<Connection> connections = List.of();
    final List<Path> stateFolders = new ArrayList<>();

    @Override
    public Formats formats(Config config) {
        List<TableFormat> all = new ArrayList<>();
        all.add(delta);
        all.addAll(others);
        return new Formats(all);
    }

    @Override
    public Store store(Config config) {
        return store;
    }

    /** Lets searches see the folders of the tables, each with the one that tells its format, and nothing else. */
    FolderTree showFolders() {
        FolderTree tree = new FolderTree();
        formats(Config.NONE).all().forEach(format -> ((FakeFormat) format).showIn(tree));
        store = tree;
        return tree;
    }

    @Override
    public Memory memory(Path stateFolder) {
        stateFolders.add(stateFolder);
        journal.opened++;
        return new Memory(journal, outbox);
    }

    @Override
    public Subscriptions subscriptions(Config config) {
        return subscriptions;
    }

    @Override
    public Pause pause() {
        return pauses::add;
    }

    @Override
    public Leases leases(Path stateFolder) {
        return table -> busy ? Optional.empty() : Optional.of(() -> {});
    }

    @Override
    public Policy policy(String preset, String format, List<Map<String, String>> layers) {
        return Presets.named(preset)
                .policy(preset, Presets.named(preset).formats().get(0), layers);
    }

    @Override
    public List<Connection> connections(Config config) {
        return connections;
    }

    @Override
    public Optional<Demo> demo(String format) {
        return format.equals("delta")
                ? Optional.of(new Demo("of 40 commits with 100 rows each", this::writeDemo))
                : Optional.empty();
    }

    @Override
    public Optional<Demo> agedDemo(String format) {
        return format.equals("delta")
                ? Optional.of(new Demo("of 40 commits with 100 rows each, and 3 files of long ago", this::writeAged))
                : Optional.empty();
    }

    /** The same, and files on disk of which all but the last are past their retention. */
    private Demo.Written writeAged(Path folder) {
        TableRef ref = writeDemo(folder).table();
        Set<Path> old = new HashSet<>();
        try {
            for (String name : List.of("old-1.parquet", "old-2.parquet", "old-3.parquet", "young.parquet")) {
                Files.writeString(folder.resolve(name), name);
                if (name.startsWith("old")) {
                    old.add(folder.resolve(name));
                    delta.table(ref)
                            .eligible
                            .add(FakeTable.stored(folder.resolve(name).toString()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Demo.Written(ref, old);
    }

    /** Forty files in memory, and a folder on disk to be removed or kept. */
    private Demo.Written writeDemo(Path folder) {
        try {
            Files.createDirectories(folder.resolve("_delta_log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        whenDemoIsWritten.accept(folder);
        delta.add(folder.toString(), 40, FakeTable.files(40, Bytes.ofKibibytes(1), Partition.WHOLE_TABLE));
        return new Demo.Written(new TableRef("delta", folder.toString()), Set.of());
    }
}
