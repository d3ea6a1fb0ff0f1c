/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.RowFilter;
import dev.sluice.core.table.TableRef;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.expressions.Evaluator;
import org.apache.iceberg.expressions.Expression;

/**
 * The partitions of a table that may hold rows of a filter. The filter is projected through the transforms of each spec so
 * that no such partition is missed; what a spec tells nothing of leaves every file of it inside.
 */
final class Selection implements Predicate<Partition> {

    private final Partitions partitions;
    private final Map<Integer, Evaluator> bySpec;

    private Selection(Partitions partitions, Map<Integer, Evaluator> bySpec) {
        this.partitions = partitions;
        this.bySpec = bySpec;
    }

    /** @throws GateException with {@code CONFIG_INVALID} if the filter leaves out nothing under any spec */
    static Selection of(TableRef table, TableMetadata metadata, Partitions partitions, RowFilter filter) {
        Map<Integer, Evaluator> bySpec = new HashMap<>();
        boolean leavesOut = false;
        for (PartitionSpec spec : metadata.specs()) {
            Expression projected = filter.in(new IcebergFilter(metadata.schema(), spec));
            bySpec.put(spec.specId(), new Evaluator(spec.partitionType(), projected));
            leavesOut |= projected.op() != Expression.Operation.TRUE;
        }
        if (!leavesOut) {
            throw new GateException(
                    Fault.CONFIG_INVALID,
                    "where",
                    "It leaves out no partition of %s, whatever they hold: how the table is partitioned (%s) tells nothing of what it asks for."
                            .formatted(table, transforms(metadata)));
        }
        return new Selection(partitions, bySpec);
    }

    private static String transforms(TableMetadata metadata) {
        return metadata.specs().stream()
                .flatMap(spec -> spec.fields().stream()
                        .filter(field -> !field.transform().isVoid())
                        .map(field -> "%s of %s"
                                .formatted(field.transform(), spec.schema().findColumnName(field.sourceId()))))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    @Override
    public boolean test(Partition partition) {
        Partitions.Tuple tuple = partitions.tuple(partition);
        return Objects.requireNonNull(bySpec.get(tuple.spec().specId())).eval(tuple.values());
    }
}
