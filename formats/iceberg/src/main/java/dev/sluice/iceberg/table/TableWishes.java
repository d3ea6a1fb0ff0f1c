/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.table.TableRef;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.jspecify.annotations.Nullable;

/** Reads the properties of a table; a value that cannot be followed is refused with the property's name. */
public final class TableWishes {

    private final TableRef table;
    private final TableMetadata metadata;

    public TableWishes(IcebergTable table) {
        this(table.ref(), table.metadata());
    }

    public TableWishes(TableRef table, TableMetadata metadata) {
        this.table = table;
        this.metadata = metadata;
    }

    /** The names that columns have in files without ids, null where the table does not say. */
    public @Nullable NameMapping names() {
        String key = TableProperties.DEFAULT_NAME_MAPPING;
        String mapping = metadata.properties().get(key);
        try {
            return mapping == null ? null : NameMappingParser.fromJson(mapping);
        } catch (RuntimeException e) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    table.toString(),
                    "The property %s holds no mapping of names that can be read.".formatted(key),
                    e);
        }
    }

    public Optional<String> text(String key) {
        return Optional.ofNullable(metadata.properties().get(key)).map(String::strip);
    }

    /** A whole number, of any sign. */
    public Optional<Long> whole(String key) {
        return text(key).map(value -> {
            try {
                return Long.parseLong(value);
            } catch (NumberFormatException e) {
                throw refused(key, value, "which is no whole number", e);
            }
        });
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

    /** @param why goes on the sentence that says what the property asks for */
    GateException refused(String key, String value, String why, @Nullable Throwable cause) {
        return new GateException(
                Fault.TABLE_FEATURE_UNSUPPORTED,
                table.toString(),
                "The property %s asks for \"%s\", %s.".formatted(key, value, why),
                cause);
    }
}
