/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Rule;
import dev.sluice.core.policy.rule.TooManyDeletedRows;
import dev.sluice.core.policy.rule.TooManySmallFiles;
import dev.sluice.core.policy.rule.TooMuchToRemove;
import dev.sluice.core.store.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The preset of job 1: compacts a Delta table whose small files are many, and lists what could be removed. */
final class DeltaHealthPreset implements Preset {

    static final String NAME = "delta-lake-table-health-gate";

    private static final Reading<Bytes> MEBIBYTES = Reading.sizeIn(Bytes.ofMebibytes(1));

    private static final Key<Bytes> SMALL_FILE =
            GeneralKeys.SMALL_FILE.as("small_file_mb", MEBIBYTES).byDefault("32MB");
    private static final Key<Long> MIN_SMALL_FILES =
            GeneralKeys.MIN_SMALL_FILES.as("min_small_files").byDefault("10");
    private static final Key<Double> SMALL_FILE_RATIO =
            GeneralKeys.SMALL_FILE_RATIO.as("small_file_ratio").byDefault("0.5");
    private static final Key<Bytes> TARGET_FILE =
            GeneralKeys.TARGET_FILE.as("target_file_mb", MEBIBYTES).byDefault("128MB");
    private static final Key<Retention> RETENTION = GeneralKeys.RETENTION
            .as("retention_hours", Reading.retentionIn(Duration.ofHours(1)))
            .byDefault("168h");
    private static final Key<RemovalMode> VACUUM_MODE =
            GeneralKeys.VACUUM_MODE.as("vacuum_mode").byDefault("DRY_RUN");
    private static final Key<Mode> MODE = GeneralKeys.MODE.byDefault("auto");
    private static final Key<Proof> VERIFY = GeneralKeys.VERIFY.byDefault("content");
    private static final Key<String> ENGINE = GeneralKeys.ENGINE.byDefault("embedded");
    private static final Key<Boolean> TAKE_OVER = GeneralKeys.TAKE_OVER.byDefault("false");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "Compacts a Delta table whose small files are many, in number and in share, and lists or removes what nothing"
                + " refers to any longer.";
    }

    @Override
    public List<String> formats() {
        return List.of("delta");
    }

    @Override
    public List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(List.of(
                SMALL_FILE,
                MIN_SMALL_FILES,
                SMALL_FILE_RATIO,
                TARGET_FILE,
                RETENTION,
                VACUUM_MODE,
                GeneralKeys.MAX_DELETED_ROWS_PERCENT,
                GeneralKeys.WHERE,
                MODE,
                TAKE_OVER,
                GeneralKeys.OTHER_WRITERS,
                VERIFY,
                ENGINE));
        keys.addAll(GeneralKeys.ofPace());
        return List.copyOf(keys);
    }

    @Override
    public Map<String, String> notYet() {
        Map<String, String> reasons = new HashMap<>();
        String gates = "it belongs to a gate of the configuration";
        reasons.put("demo_mode", gates + ", or call `sluice demo`");
        reasons.put("table_uri", gates + ", or name the table as the command's argument");
        reasons.put("notify_slack", gates);
        String versions = "the versions of a Delta table are left to its own log retention";
        List.of("expire_mode", "expire_when", "retain_last", "max_versions").forEach(key -> reasons.put(key, versions));
        String vacuum = "on Delta tables vacuum_mode and retention say it";
        List.of("orphan_mode", "orphan_age").forEach(key -> reasons.put(key, vacuum));
        String events = "nothing tells Sluice of files as they arrive yet";
        List.of("pending_files", "pending_bytes", "max_wait").forEach(key -> reasons.put(key, events));
        String wholeTable = "this preset goes by small_file_ratio and max-deleted-rows-percent";
        List.of("fragmentation_ratio", "fragments", "critical_fragments", "tombstone_percent", "consecutive_runs")
                .forEach(key -> reasons.put(key, wholeTable));
        reasons.put("target_rows", "the target of a Delta table is a size, target_file_mb");
        return Map.copyOf(reasons);
    }

    @Override
    public Optional<String> schedule() {
        return Optional.of("0 3 * * *");
    }

    @Override
    public Optional<String> demoFormat() {
        return Optional.of("delta");
    }

    @Override
    public boolean sendsMessages() {
        return false;
    }

    @Override
    public Policy policy(String gate, Inputs inputs) {
        inputs.requireAtLeast(TARGET_FILE, SMALL_FILE);
        inputs.value(ENGINE);
        Optional<Double> maxDeletedRows = inputs.given(GeneralKeys.MAX_DELETED_ROWS_PERCENT);
        List<Rule> rules = new ArrayList<>();
        rules.add(new TooManySmallFiles(inputs.value(MIN_SMALL_FILES), inputs.value(SMALL_FILE_RATIO)));
        rules.add(new TooMuchToRemove(inputs.value(VACUUM_MODE)));
        maxDeletedRows.ifPresent(percent -> rules.add(new TooManyDeletedRows(percent)));
        return new Policy(
                gate,
                NAME,
                inputs.value(MODE),
                rules,
                inputs.value(SMALL_FILE),
                inputs.given(TARGET_FILE),
                maxDeletedRows.map(OptionalDouble::of).orElseGet(OptionalDouble::empty),
                OptionalDouble.empty(),
                Optional.empty(),
                inputs.value(RETENTION),
                inputs.value(VACUUM_MODE),
                Optional.empty(),
                inputs.given(GeneralKeys.WHERE),
                inputs.value(TAKE_OVER),
                GeneralKeys.pace(inputs),
                inputs.value(VERIFY),
                inputs.given(GeneralKeys.OTHER_WRITERS));
    }
}
