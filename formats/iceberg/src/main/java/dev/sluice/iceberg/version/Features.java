/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.table.Objection;
import dev.sluice.iceberg.table.CommitWishes;
import dev.sluice.iceberg.table.IcebergTable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** What keeps a table from being changed, by lists of what is allowed: a feature is on one only with the test that proves it. */
public final class Features {

    private static final int NEWEST_FORMAT = 3;

    private static final Set<Type.TypeID> TYPES = EnumSet.of(
            Type.TypeID.BOOLEAN,
            Type.TypeID.INTEGER,
            Type.TypeID.LONG,
            Type.TypeID.FLOAT,
            Type.TypeID.DOUBLE,
            Type.TypeID.DATE,
            Type.TypeID.TIME,
            Type.TypeID.TIMESTAMP,
            Type.TypeID.STRING,
            Type.TypeID.UUID,
            Type.TypeID.FIXED,
            Type.TypeID.BINARY,
            Type.TypeID.DECIMAL,
            Type.TypeID.STRUCT,
            Type.TypeID.LIST,
            Type.TypeID.MAP);

    private Features() {}

    public static List<Objection> objections(IcebergTable table) {
        TableMetadata metadata = table.metadata();
        List<Objection> objections = new ArrayList<>();
        Objection.ofSwitch(metadata.properties()).ifPresent(objections::add);
        if (metadata.formatVersion() > NEWEST_FORMAT) {
            objections.add(unsupported("It has format version %d; Sluice writes up to %d."
                    .formatted(metadata.formatVersion(), NEWEST_FORMAT)));
        }
        if (metadata.properties().keySet().stream().anyMatch(key -> key.startsWith("encryption."))
                || !metadata.encryptionKeys().isEmpty()) {
            objections.add(unsupported("It is encrypted, and what Sluice writes would not be."));
        }
        Home.objectionOfFolder(table).map(Features::unsupported).ifPresent(objections::add);
        type(metadata).ifPresent(objections::add);
        transform(metadata).ifPresent(objections::add);
        CommitWishes.unreadable(table.ref(), metadata).forEach(wish -> objections.add(unsupported(wish)));
        return objections;
    }

    private static Objection unsupported(String text) {
        return new Objection(Objection.Kind.UNSUPPORTED, text);
    }

    private static Optional<Objection> type(TableMetadata metadata) {
        return TypeUtil.indexById(metadata.schema().asStruct()).values().stream()
                .filter(field -> !TYPES.contains(field.type().typeId()))
                .min((a, b) -> Integer.compare(a.fieldId(), b.fieldId()))
                .map(field -> unsupported("Column %s has the type %s, which Sluice does not write."
                        .formatted(name(metadata, field), field.type())));
    }

    private static String name(TableMetadata metadata, Types.NestedField field) {
        return metadata.schema().findColumnName(field.fieldId());
    }

    /** A transform that this library does not know gives partition values that it cannot compare. */
    private static Optional<Objection> transform(TableMetadata metadata) {
        for (PartitionSpec spec : metadata.specs()) {
            for (PartitionField field : spec.fields()) {
                if (Transforms.fromString(field.transform().toString())
                        .getClass()
                        .getSimpleName()
                        .startsWith("Unknown")) {
                    return Optional.of(unsupported("It is partitioned by the transform %s, which Sluice does not know."
                            .formatted(field.transform())));
                }
            }
        }
        return Optional.empty();
    }
}
