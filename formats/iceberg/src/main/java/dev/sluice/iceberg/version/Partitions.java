/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The partitions of a table: full tuples of the spec that a file was written with. */
public final class Partitions {

    private final int currentSpec;
    private final Map<Partition, Tuple> known = new HashMap<>();

    /** The values of one partition as the table's metadata has them, and the spec that they are of. */
    record Tuple(Partition partition, PartitionSpec spec, StructLike values) {}

    public Partitions(TableMetadata metadata) {
        this.currentSpec = metadata.defaultSpecId();
    }

    /** The partition of a file; equal ones are one object, so that a million files hold few. */
    public synchronized Partition of(PartitionSpec spec, StructLike tuple) {
        List<Partition.Field> fields = new ArrayList<>();
        if (spec.specId() != currentSpec) { // tells apart what two specs may call the same
            fields.add(new Partition.Field(Partition.EARLIER, Integer.toString(spec.specId())));
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
        return known.computeIfAbsent(partition, p -> new Tuple(p, spec, tuple)).partition();
    }

    @SuppressWarnings("unchecked")
    private static String text(PartitionField field, Type type, Object value) {
        return ((org.apache.iceberg.transforms.Transform<Object, Object>) field.transform()).toHumanString(type, value);
    }

    /** The tuple of a partition that a file was found in. */
    synchronized Tuple tuple(Partition partition) {
        Tuple tuple = known.get(partition);
        if (tuple == null) {
            throw new IllegalArgumentException("No file was found in partition " + partition);
        }
        return tuple;
    }

    /**
     * The columns that a partition's tuple tells something of: those of the current spec, then those of earlier ones, which
     * some files may still be of.
     */
    static List<PartitionColumn> columns(TableMetadata metadata) {
        Map<String, PartitionColumn> columns = new LinkedHashMap<>();
        sources(metadata)
                .forEach(column -> kind(column.type()).ifPresent(kind -> {
                    String name = metadata.schema().findColumnName(column.fieldId());
                    columns.putIfAbsent(name, new PartitionColumn(name, kind));
                }));
        return List.copyOf(columns.values());
    }

    /** The types of the others of them, by their names. */
    static Map<String, String> otherTypes(TableMetadata metadata) {
        Map<String, String> types = new LinkedHashMap<>();
        sources(metadata)
                .filter(column -> kind(column.type()).isEmpty())
                .forEach(column -> types.put(
                        metadata.schema().findColumnName(column.fieldId()),
                        column.type().toString()));
        return types;
    }

    private static Stream<Types.NestedField> sources(TableMetadata metadata) {
        return Stream.concat(Stream.of(metadata.spec()), metadata.specs().stream())
                .flatMap(spec -> spec.fields().stream())
                .filter(field -> !field.transform().isVoid())
                .map(field -> metadata.schema().findField(field.sourceId()))
                .filter(Objects::nonNull);
    }

    private static Optional<PartitionColumn.Kind> kind(Type type) {
        return switch (type.typeId()) {
            case STRING -> Optional.of(PartitionColumn.Kind.TEXT);
            case INTEGER, LONG, DECIMAL -> Optional.of(PartitionColumn.Kind.NUMBER);
            case DATE -> Optional.of(PartitionColumn.Kind.DATE);
            case TIMESTAMP -> Optional.of(PartitionColumn.Kind.TIMESTAMP);
            case BOOLEAN -> Optional.of(PartitionColumn.Kind.BOOLEAN);
            default -> Optional.empty();
        };
    }
}
