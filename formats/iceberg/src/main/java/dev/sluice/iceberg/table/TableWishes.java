/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/** Reads the properties of a table; a value that cannot be followed is refused with the property's name. */
public final class TableWishes {

    private final IcebergTable table;
    private final TableMetadata metadata;

    public TableWishes(IcebergTable table) {
        this.table = table;
        this.metadata = table.metadata();
    }

    public Optional<String> text(String key) {
        return Optional.ofNullable(metadata.properties().get(key)).map(String::strip);
    }

    /** A whole number of at least 1. */
    public Optional<Long> positive(String key) {
        return text(key).map(value -> {
            if (!value.matches("\\+?0*[1-9]\\d{0,17}")) {
                throw refused(key, value, "which is no whole number of at least 1", null);
            }
            return Long.parseLong(value);
        });
    }

    /** A whole number of a range, both ends taken in. */
    public OptionalInt between(String key, int least, int most) {
        Optional<String> wanted = text(key);
        if (wanted.isEmpty()) {
            return OptionalInt.empty();
        }
        String value = wanted.get();
        if (value.matches("\\d{1,9}") && Integer.parseInt(value) >= least && Integer.parseInt(value) <= most) {
            return OptionalInt.of(Integer.parseInt(value));
        }
        throw refused(key, value, "which is no whole number from %d to %d".formatted(least, most), null);
    }

    /** A number between 0 and 1, both left out. */
    public Optional<Double> share(String key) {
        return text(key).map(value -> {
            try {
                double share = Double.parseDouble(value);
                if (share > 0 && share < 1) {
                    return share;
                }
                throw refused(key, value, "which is not between 0 and 1", null);
            } catch (NumberFormatException e) {
                throw refused(key, value, "which is no number", e);
            }
        });
    }

    public GateException refused(String key, String value, @Nullable Throwable cause) {
        return refused(key, value, "which Sluice does not write", cause);
    }

    private GateException refused(String key, String value, String why, @Nullable Throwable cause) {
        return new GateException(
                Fault.TABLE_FEATURE_UNSUPPORTED,
                table.ref().toString(),
                "The property %s asks for \"%s\", %s.".formatted(key, value, why),
                cause);
    }
}
