/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The partitions of a table: full tuples of the spec that a file was written with. */
final class Partitions {

    /** Tells apart what two specs may call the same; a file of the current spec does not bear it. */
    private static final String SPEC = "_spec";

    private final int currentSpec;
    private final Map<Partition, Partition> known = new HashMap<>();

    Partitions(TableMetadata metadata) {
        this.currentSpec = metadata.defaultSpecId();
    }

    /** The partition of a file; equal ones are one object, so that a million files hold few. */
    Partition of(PartitionSpec spec, StructLike tuple) {
        List<Partition.Field> fields = new ArrayList<>();
        if (spec.specId() != currentSpec) {
            fields.add(new Partition.Field(SPEC, Integer.toString(spec.specId())));
        }
        List<Types.NestedField> types = spec.partitionType().fields();
        for (int i = 0; i < types.size(); i++) {
            PartitionField field = spec.fields().get(i);
            if (!field.transform().isVoid()) {
                Object value = tuple.get(i, Object.class);
                fields.add(new Partition.Field(
                        field.name(),
                        value == null ? null : text(field, types.get(i).type(), value)));
            }
        }
        Partition partition = fields.isEmpty() ? Partition.WHOLE_TABLE : new Partition(fields);
        return known.computeIfAbsent(partition, p -> p);
    }

    @SuppressWarnings("unchecked")
    private static String text(PartitionField field, Type type, Object value) {
        return ((org.apache.iceberg.transforms.Transform<Object, Object>) field.transform()).toHumanString(type, value);
    }

    /** The columns that every spec has as they are, so that each file has a value for them. */
    static List<PartitionColumn> columns(TableMetadata metadata) {
        List<PartitionColumn> columns = new ArrayList<>();
        for (PartitionField field : metadata.spec().fields()) {
            boolean everywhere = metadata.specs().stream()
                    .allMatch(spec -> spec.fields().stream()
                            .anyMatch(f -> f.transform().isIdentity()
                                    && f.name().equals(field.name())
                                    && f.sourceId() == field.sourceId()));
            if (everywhere) {
                kind(metadata.schema().findType(field.sourceId()))
                        .ifPresent(kind -> columns.add(new PartitionColumn(field.name(), kind)));
            }
        }
        return columns;
    }

    private static Optional<PartitionColumn.Kind> kind(Type type) {
        return switch (type.typeId()) {
            case STRING -> Optional.of(PartitionColumn.Kind.TEXT);
            case INTEGER, LONG, DECIMAL -> Optional.of(PartitionColumn.Kind.NUMBER);
            case DATE -> Optional.of(PartitionColumn.Kind.DATE);
            case BOOLEAN -> Optional.of(PartitionColumn.Kind.BOOLEAN);
            default -> Optional.empty();
        };
    }
}
