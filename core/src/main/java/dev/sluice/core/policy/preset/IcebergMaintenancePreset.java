/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Rule;
import dev.sluice.core.policy.rule.DegradedPartitions;
import dev.sluice.core.policy.rule.StaleVersions;
import dev.sluice.core.policy.rule.TooManyDeletedRows;
import dev.sluice.core.policy.rule.TooMuchToRemove;
import dev.sluice.core.store.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The preset of job 2: compacts the degraded partitions of a table, leaves the others alone, and forgets old versions. A
 * Delta table's log is left to Delta: there the retention and the mode of expiry are those of its unreferenced files.
 */
final class IcebergMaintenancePreset implements Preset {

    static final String NAME = "iceberg-partition-compaction-and-maintenance-gate";

    private static final String DELTA = "delta";
    private static final Reading<Bytes> MEBIBYTES = Reading.sizeIn(Bytes.ofMebibytes(1));

    private static final Key<Bytes> SMALL_FILE =
            GeneralKeys.SMALL_FILE.as("small_file_threshold_mb", MEBIBYTES).byDefault("64MB");
    private static final Key<Double> FRAGMENTATION_RATIO =
            GeneralKeys.FRAGMENTATION_RATIO.as("fragmentation_ratio_threshold").byDefault("0.35");
    private static final Key<Bytes> TARGET_FILE =
            GeneralKeys.TARGET_FILE.as("target_file_mb", MEBIBYTES).byDefault("128MB");
    private static final Key<Duration> RETENTION = GeneralKeys.VERSION_RETENTION
            .as("snapshot_retention_days", Reading.durationIn(Duration.ofDays(1)))
            .byDefault("7d");
    private static final Key<Long> RETAIN_LAST = GeneralKeys.RETAIN_LAST.byDefault("1");
    private static final Key<RemovalMode> EXPIRE_MODE =
            GeneralKeys.EXPIRE_MODE.as("expire_mode").byDefault("DRY_RUN");
    private static final Key<Boolean> EXPIRE_WHEN = GeneralKeys.EXPIRE_WHEN.byDefault("degraded");
    private static final Key<RemovalMode> ORPHAN_MODE = GeneralKeys.ORPHAN_MODE.byDefault("DRY_RUN");
    private static final Key<Duration> ORPHAN_AGE = GeneralKeys.ORPHAN_AGE.byDefault("3d");
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
        return "Compacts the partitions of an Iceberg or Delta table in which too large a share of the files is small, and"
                + " lists or forgets old versions.";
    }

    @Override
    public List<String> formats() {
        return List.of("iceberg", DELTA);
    }

    @Override
    public List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(List.of(
                SMALL_FILE,
                FRAGMENTATION_RATIO,
                TARGET_FILE,
                RETENTION,
                RETAIN_LAST,
                EXPIRE_MODE,
                EXPIRE_WHEN,
                ORPHAN_MODE,
                ORPHAN_AGE,
                GeneralKeys.MAX_DELETED_ROWS_PERCENT,
                GeneralKeys.WHERE,
                MODE,
                TAKE_OVER,
                VERIFY,
                GeneralKeys.OTHER_WRITERS,
                ENGINE));
        keys.addAll(GeneralKeys.ofPace());
        return List.copyOf(keys);
    }

    @Override
    public Map<String, String> notYet() {
        Map<String, String> reasons = new HashMap<>();
        String gates = "it belongs to a gate of the configuration";
        reasons.put("seed_demo_data", "a gate works on a table that is there already");
        reasons.put("table_identifier", gates + ", or name the table as the command's argument");
        reasons.put("vacuum_mode", "expire_mode and orphan_mode say it");
        String events = "nothing tells Sluice of files as they arrive yet";
        List.of("pending_files", "pending_bytes", "max_wait").forEach(key -> reasons.put(key, events));
        String partitions = "this preset judges each partition by fragmentation_ratio_threshold";
        List.of(
                        "min_small_files",
                        "small_file_ratio",
                        "fragments",
                        "critical_fragments",
                        "tombstone_percent",
                        "consecutive_runs")
                .forEach(key -> reasons.put(key, partitions));
        reasons.put("target_rows", "the target is a size, target_file_mb");
        reasons.put("max_versions", "versions are forgotten by age and by retain-last");
        return Map.copyOf(reasons);
    }

    @Override
    public Optional<String> schedule() {
        return Optional.of("0 2 * * 0");
    }

    @Override
    public Optional<String> demoFormat() {
        return Optional.empty();
    }

    @Override
    public boolean sendsMessages() {
        return true;
    }

    @Override
    public Policy policy(String gate, Inputs inputs) {
        inputs.requireAtLeast(TARGET_FILE, SMALL_FILE);
        inputs.value(ENGINE);
        double degradedFrom = inputs.value(FRAGMENTATION_RATIO);
        Expiry expiry = new Expiry(
                inputs.value(EXPIRE_MODE),
                inputs.value(RETENTION),
                inputs.value(RETAIN_LAST),
                inputs.value(EXPIRE_WHEN));
        boolean delta = inputs.format().equals(DELTA);
        if (delta) {
            inputs.requireAtLeast(
                    RETENTION, Retention.FLOOR, "readers and writers that are still running would lose files");
        }
        RemovalMode removal = delta ? expiry.mode() : inputs.value(ORPHAN_MODE);
        Duration age = delta ? longer(expiry.keepFor(), Retention.FLOOR) : inputs.value(ORPHAN_AGE);
        Optional<Double> maxDeletedRows = inputs.given(GeneralKeys.MAX_DELETED_ROWS_PERCENT);
        List<Rule> rules = new ArrayList<>();
        rules.add(new DegradedPartitions(degradedFrom));
        if (!delta) {
            rules.add(new StaleVersions(expiry, degradedFrom));
        }
        rules.add(new TooMuchToRemove(removal));
        maxDeletedRows.ifPresent(percent -> rules.add(new TooManyDeletedRows(percent)));
        return new Policy(
                gate,
                NAME,
                inputs.value(MODE),
                rules,
                inputs.value(SMALL_FILE),
                inputs.given(TARGET_FILE),
                maxDeletedRows.map(OptionalDouble::of).orElseGet(OptionalDouble::empty),
                OptionalDouble.of(degradedFrom),
                Optional.empty(),
                new Retention(age),
                removal,
                delta ? Optional.empty() : Optional.of(expiry),
                inputs.given(GeneralKeys.WHERE),
                inputs.value(TAKE_OVER),
                GeneralKeys.pace(inputs),
                inputs.value(VERIFY),
                inputs.given(GeneralKeys.OTHER_WRITERS));
    }

    /** What was refused is told by its violation; until then the policy must be one that could hold. */
    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
