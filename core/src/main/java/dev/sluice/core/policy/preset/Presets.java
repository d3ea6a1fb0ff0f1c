/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fault.Nearest;
import java.util.List;
import java.util.Optional;

/** All presets. */
public final class Presets {

    private static final List<Preset> ALL = List.of(new DeltaHealthPreset(), new IcebergMaintenancePreset());

    private Presets() {}

    public static List<Preset> all() {
        return ALL;
    }

    /** The settings that gates have in common, whatever their preset; not every preset takes every one. */
    public static List<Key<?>> generalKeys() {
        return GeneralKeys.all();
    }

    /** The preset of a name, empty where there is none. */
    public static Optional<Preset> find(String name) {
        return ALL.stream().filter(preset -> preset.name().equals(name)).findFirst();
    }

    /**
     * The preset of a name.
     *
     * @throws GateException with {@code CONFIG_INVALID}, naming the nearest one or all
     */
    public static Preset named(String name) {
        return find(name).orElseThrow(() -> new GateException(Fault.CONFIG_INVALID, "preset", unknown(name)));
    }

    /** A sentence on a name that no preset has. */
    public static String unknown(String name) {
        List<String> names = ALL.stream().map(Preset::name).toList();
        return Nearest.to(name, names)
                .map(near -> "There is no preset \"%s\"; the nearest is %s.".formatted(name, near))
                .orElseGet(() -> "There is no preset \"%s\"; there is %s.".formatted(name, String.join(", ", names)));
    }
}
