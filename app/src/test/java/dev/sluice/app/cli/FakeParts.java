/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Rule;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Journal;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A product assembled from fakes: one format in memory, one journal in memory, one preset. */
final class FakeParts implements Parts {

    static final String PRESET = "delta-lake-table-health-gate";

    final FakeFormat delta = new FakeFormat("delta");
    final MemoryJournal journal = new MemoryJournal();
    final List<FakeFormat> others = new ArrayList<>();
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
        if (!preset.equals(PRESET)) {
            throw new GateException(Fault.CONFIG_INVALID, "preset", "There is no preset \"%s\".".formatted(preset));
        }
        settings.keySet().stream()
                .filter(key -> !key.equals("mode"))
                .findFirst()
                .ifPresent(key -> {
                    throw new GateException(Fault.CONFIG_INVALID, key, "There is no input \"%s\".".formatted(key));
                });
        return new Policy(
                preset,
                preset,
                Mode.valueOf(settings.getOrDefault("mode", "auto").toUpperCase(Locale.ROOT)),
                List.of(new ManySmallFiles()),
                Bytes.ofMebibytes(32),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                new Retention(Duration.ofHours(168)),
                RemovalMode.DRY_RUN,
                Optional.empty(),
                false);
    }

    @Override
    public Optional<Demo> demo(String format) {
        return format.equals("delta") ? Optional.of(new FakeDemo()) : Optional.empty();
    }

    /** The rule of the preset, in the words of the product's own example. */
    private static final class ManySmallFiles implements Rule {

        private static final double LIMIT = 0.5;

        @Override
        public Finding examine(Evidence evidence) {
            long small = evidence.health().smallFiles();
            long files = evidence.health().files();
            boolean due = small >= 10 && evidence.health().smallRatio() >= LIMIT;
            return new Finding(
                    Code.SMALL_FILES,
                    due ? Finding.Urgency.DUE : Finding.Urgency.FINE,
                    "%d of %d files are small (%s, limit 50%%)"
                            .formatted(
                                    small,
                                    files,
                                    Sentences.percent(evidence.health().smallRatio())),
                    evidence.health().smallRatio(),
                    LIMIT);
        }
    }

    /** Forty files in memory, and a folder on disk to be removed or kept. */
    private final class FakeDemo implements Demo {

        @Override
        public String story() {
            return "of 40 commits with 100 rows each";
        }

        @Override
        public TableRef write(Path folder) {
            try {
                Files.createDirectories(folder.resolve("_delta_log"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            delta.add(folder.toString(), 40, FakeTable.files(40, Bytes.ofKibibytes(1), Partition.WHOLE_TABLE));
            return new TableRef("delta", folder.toString());
        }
    }
}
