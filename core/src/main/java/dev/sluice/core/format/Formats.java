/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The table formats that this product was assembled with. */
public record Formats(List<TableFormat> all) {

    public Formats {
        all = List.copyOf(all);
    }

    /** The format of a table. */
    public TableFormat of(TableRef table) {
        return named(table.format())
                .orElseThrow(() -> new GateException(
                        Fault.USAGE,
                        table.toString(),
                        "There is no table format \"%s\"; there is %s.".formatted(table.format(), names())));
    }

    public Optional<TableFormat> named(String name) {
        return all.stream().filter(format -> format.name().equals(name)).findFirst();
    }

    /** The format of whatever table lives at a location. */
    public Optional<TableFormat> livingAt(Location location) {
        return all.stream().filter(format -> format.livesAt(location)).findFirst();
    }

    public String names() {
        return all.stream().map(TableFormat::name).collect(Collectors.joining(", "));
    }
}
