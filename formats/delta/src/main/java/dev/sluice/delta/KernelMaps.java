/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Kernel's maps of text as Java's. */
final class KernelMaps {

    private KernelMaps() {}

    static Map<String, @Nullable String> strings(MapValue map) {
        Map<String, @Nullable String> entries = new HashMap<>();
        ColumnVector keys = map.getKeys();
        ColumnVector values = map.getValues();
        for (int i = 0; i < map.getSize(); i++) {
            entries.put(keys.getString(i), values.isNullAt(i) ? null : values.getString(i));
        }
        return entries;
    }
}
