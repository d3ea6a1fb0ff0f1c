/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.ConfiguredGate;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what the owner wants of a table: a preset, and inputs of it that are set otherwise. */
final class PolicyOptions {

    /** Which preset speaks for a table of a format where none is named. */
    private static final Map<String, String> PRESETS = Map.of(
            "delta", "delta-lake-table-health-gate",
            "iceberg", "iceberg-partition-compaction-and-maintenance-gate",
            "lance", "lancedb-vector-table-compaction-and-version-prune-guard");

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "The preset to go by. Default: that of the table's format.")
    @Nullable
    String preset;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set an input of the preset, for example small_file_mb=64. May be repeated.")
    List<String> settings = new ArrayList<>();

    @Option(
            names = "--verify",
            paramLabel = "counts|content",
            description =
                    "What is proved of every rewrite before its commit; short for --set verify=. Default: content.")
    @Nullable
    String verify;

    Policy policy(String format, Parts parts) {
        return policy(format, Map.of(), parts);
    }

    /**
     * @param before inputs that hold where the caller has not set them otherwise
     */
    Policy policy(String format, Map<String, String> before, Parts parts) {
        return parts.policy(
                        preset == null ? PRESETS.getOrDefault(format, format) : preset,
                        format,
                        List.of(before, settings()))
                .with(settings());
    }

    /**
     * What a gate wants, with what was set for this run going before it.
     *
     * @throws GateException with {@code USAGE} if a preset was named: a gate has its own
     */
    Policy policy(ConfiguredGate gate, String format) {
        if (preset != null) {
            throw new GateException(
                    Fault.USAGE,
                    "--preset",
                    "Gate %s goes by its own preset; --preset is for tables.".formatted(gate.name()));
        }
        return gate.policy(format, settings());
    }

    /** The options as they would be typed for another command. */
    List<String> typed() {
        List<String> typed = new ArrayList<>();
        if (preset != null) {
            typed.add("--preset=" + preset);
        }
        settings.forEach(setting -> typed.add("--set=" + setting));
        if (verify != null) {
            typed.add("--verify=" + verify);
        }
        return typed;
    }

    private Map<String, String> settings() {
        Map<String, String> parsed = new LinkedHashMap<>();
        if (verify != null) {
            parsed.put("verify", verify);
        }
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals <= 0) {
                throw new GateException(
                        Fault.USAGE, "--set", "\"%s\" is not of the form KEY=VALUE.".formatted(setting));
            }
            String key = setting.substring(0, equals).strip();
            String before = parsed.put(key, setting.substring(equals + 1).strip());
            if (before != null) {
                throw new GateException(Fault.USAGE, "--set", "\"%s\" is set more than once.".formatted(key));
            }
        }
        return parsed;
    }
}
