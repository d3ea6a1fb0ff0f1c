/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.TableWishes;
import dev.sluice.rewrite.ColumnMapping;
import dev.sluice.rewrite.ConstantColumn;
import dev.sluice.rewrite.ConstantValue;
import dev.sluice.rewrite.GeneratedColumn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.iceberg.types.Types;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * What the files of a table look like: its current schema as Iceberg's writers have it, and how each column is found in,
 * or filled in for, a file that was written with another one.
 */
public final class FileSchema {

    private final Schema schema;
    private final boolean hasLineage;
    private final Schema rows;
    private final MessageType parquet;
    private final Map<Integer, ColumnPath> leaves = new HashMap<>();
    private final Map<Integer, PrimitiveType> types = new HashMap<>();
    private final @Nullable NameMapping names;

    public FileSchema(IcebergTable table) {
        this.schema = table.metadata().schema();
        this.hasLineage = table.hasRowLineage();
        this.rows = hasLineage ? MetadataColumns.schemaWithRowLineage(schema) : schema;
        this.parquet = ParquetSchemaUtil.convert(rows, "table");
        this.names = new TableWishes(table).names();
        parquet.getColumns().forEach(column -> {
            PrimitiveType type = column.getPrimitiveType();
            leaves.put(type.getId().intValue(), ColumnPath.get(column.getPath()));
            types.put(type.getId().intValue(), type);
        });
    }

    /** The columns of a row as it is written, row lineage with them where the table keeps it. */
    public Schema rows() {
        return rows;
    }

    public MessageType parquet() {
        return parquet;
    }

    /** The names that columns have in files without ids, null where the table does not say. */
    @Nullable
    public NameMapping names() {
        return names;
    }

    /** Where a column lies in a file; empty where it is no leaf. */
    public Optional<ColumnPath> path(int id) {
        return Optional.ofNullable(leaves.get(id));
    }

    /** Where all columns lie in a file. */
    public Collection<ColumnPath> leaves() {
        return leaves.values();
    }

    /** What every writer of Iceberg's puts into a footer. */
    public Map<String, String> footer() {
        return Map.of("iceberg.schema", SchemaParser.toJson(schema));
    }

    public ColumnMapping mapping() {
        if (names == null) {
            return ColumnMapping.byFieldId();
        }
        Map<Integer, List<String>> byId = new HashMap<>();
        collect(names.asMappedFields(), byId);
        return ColumnMapping.byFieldId(byId);
    }

    private static void collect(@Nullable MappedFields fields, Map<Integer, List<String>> byId) {
        if (fields == null) {
            return;
        }
        for (MappedField field : fields.fields()) {
            if (field.id() != null) {
                byId.put(field.id(), List.copyOf(field.names()));
            }
            collect(field.nestedMapping(), byId);
        }
    }

    /**
     * Columns with one value for all rows of a file: those that it is partitioned by as they are, whose value is the
     * partition's whatever the file holds, and those that are younger than the file and have a default.
     */
    public List<ConstantColumn> constants(InputFile input) {
        List<ConstantColumn> constants = new ArrayList<>();
        List<PartitionField> fields = input.task().spec().fields();
        for (int i = 0; i < fields.size(); i++) {
            PartitionField field = fields.get(i);
            if (field.transform().isIdentity() && leaves.containsKey(field.sourceId())) {
                Object value = input.file().partition().get(i, Object.class);
                constants.add(ConstantColumn.always(leaves.get(field.sourceId()), value(field.sourceId(), value)));
            }
        }
        leaves.forEach((id, path) -> {
            Types.NestedField field = schema.findField(id);
            if (field != null && field.initialDefault() != null) {
                constants.add(ConstantColumn.whereMissing(path, value(id, field.initialDefault())));
            }
        });
        if (hasLineage && input.file().firstRowId() == null) {
            constants.add(ConstantColumn.always(rowId(), ConstantValue.ofNull()));
            constants.add(ConstantColumn.always(lastUpdated(), ConstantValue.ofNull()));
        }
        return constants;
    }

    private ConstantValue value(int id, @Nullable Object value) {
        PrimitiveType column = types.get(id);
        return value == null || column == null
                ? ConstantValue.ofNull()
                : Constants.of(schema.findType(id), column, value);
    }

    /** Row lineage: what the file has stored, else what follows from the row's place and the file's commit. */
    public List<GeneratedColumn> generated(InputFile input) {
        Long firstRowId = input.file().firstRowId();
        if (!hasLineage || firstRowId == null) {
            return List.of();
        }
        return List.of(
                GeneratedColumn.countingFrom(firstRowId, rowId().toDotString()),
                GeneratedColumn.constantly(
                        input.file().dataSequenceNumber(), lastUpdated().toDotString()));
    }

    private static ColumnPath rowId() {
        return ColumnPath.get(MetadataColumns.ROW_ID.name());
    }

    private static ColumnPath lastUpdated() {
        return ColumnPath.get(MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.name());
    }
}
