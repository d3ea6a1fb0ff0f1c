/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.format.Formats;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.run.Journal;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A product assembled from fakes: one format in memory, one journal in memory, and the real presets. */
final class FakeParts implements Parts {

    final FakeFormat delta = new FakeFormat("delta");
    final MemoryJournal journal = new MemoryJournal();
    final List<FakeFormat> others = new ArrayList<>();
    Consumer<Path> whenDemoIsWritten = folder -> {};
    final List<Path> stateFolders = new ArrayList<>();

    @Override
    public Formats formats() {
        List<TableFormat> all = new ArrayList<>();
        all.add(delta);
        all.addAll(others);
        return new Formats(all);
    }

    @Override
    public Journal journal(Path stateFolder) {
        stateFolders.add(stateFolder);
        journal.opened++;
        return journal;
    }

    @Override
    public Policy policy(String preset, Map<String, String> settings) {
        return Presets.named(preset).policy(preset, settings);
    }

    @Override
    public Optional<Demo> demo(String format) {
        return format.equals("delta")
                ? Optional.of(new Demo("of 40 commits with 100 rows each", this::writeDemo))
                : Optional.empty();
    }

    /** Forty files in memory, and a folder on disk to be removed or kept. */
    private TableRef writeDemo(Path folder) {
        try {
            Files.createDirectories(folder.resolve("_delta_log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        whenDemoIsWritten.accept(folder);
        delta.add(folder.toString(), 40, FakeTable.files(40, Bytes.ofKibibytes(1), Partition.WHOLE_TABLE));
        return new TableRef("delta", folder.toString());
    }
}
