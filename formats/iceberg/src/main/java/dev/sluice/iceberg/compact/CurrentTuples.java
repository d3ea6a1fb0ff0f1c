/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.iceberg.rows.InputFile;
import dev.sluice.iceberg.table.IcebergTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.iceberg.Accessor;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.jspecify.annotations.Nullable;

/**
 * Tells where rows of files of one partition of an earlier spec belong by the current one. What the earlier tuple says is
 * taken from it; only for the rest are rows read, and of them only the columns that the current spec is computed from.
 */
final class CurrentTuples {

    private final PartitionSpec spec;
    private final SourceColumns reader;
    private final @Nullable Object[] known;
    private final List<Computed> computed = new ArrayList<>();
    private final Schema read;

    /** A field whose value is computed from a column. */
    private record Computed(int field, Accessor<StructLike> column, UnaryOperator<@Nullable Object> transform) {}

    /** @param like a file of the partition, as any other of it */
    CurrentTuples(IcebergTable table, SourceColumns reader, InputFile like) {
        this.spec = table.metadata().spec();
        this.reader = reader;
        Schema schema = table.metadata().schema();
        List<PartitionField> fields = spec.fields();
        this.known = new Object[fields.size()];
        Set<Integer> unknown = new HashSet<>();
        Earlier earlier = new Earlier(like, schema);
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            PartitionField field = fields.get(i);
            if (!field.transform().isVoid()) {
                Optional<Earlier.Said> said = earlier.saysOf(field);
                if (said.isPresent()) {
                    known[i] = said.get().value();
                } else {
                    unknown.add(field.sourceId());
                    open.add(i);
                }
            }
        }
        List<Types.NestedField> columns =
                new ArrayList<>(TypeUtil.select(schema, unknown).columns());
        columns.add(MetadataColumns.ROW_POSITION);
        this.read = new Schema(columns);
        for (int i : open) {
            PartitionField field = fields.get(i);
            Type type = schema.findType(field.sourceId());
            computed.add(new Computed(i, read.accessorForField(field.sourceId()), bound(field.transform(), type)));
        }
    }

    /** The tuple of all rows, if it can be told without looking at any. */
    Optional<List<@Nullable Object>> ofAll() {
        return computed.isEmpty() ? Optional.of(values(known.clone())) : Optional.empty();
    }

    /** Hears where each row of a file belongs. */
    @FunctionalInterface
    interface Listener {

        /** @return false to hear no more */
        boolean row(long position, List<@Nullable Object> tuple);
    }

    void read(InputFile file, Listener listener) {
        try (CloseableIterable<Record> rows = reader.rows(file, read)) {
            InternalRecordWrapper wrapper = new InternalRecordWrapper(read.asStruct());
            int position = read.columns().size() - 1;
            for (Record row : rows) {
                if (!listener.row((Long) row.get(position), tuple(wrapper.wrap(row)))) {
                    return;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The fields that rows are read for, by their place in the spec. */
    Set<Integer> computed() {
        return computed.stream().map(Computed::field).collect(Collectors.toSet());
    }

    /**
     * Reads an output back: each row of it has to belong where the file is said to.
     *
     * @param fields those that are looked at
     */
    void prove(DataFile output, Set<Integer> fields) {
        if (fields.isEmpty()) {
            return;
        }
        InternalRecordWrapper wrapper = new InternalRecordWrapper(read.asStruct());
        int position = read.columns().size() - 1;
        try (CloseableIterable<Record> rows = reader.rows(output, read)) {
            for (Record row : rows) {
                List<@Nullable Object> tuple = tuple(wrapper.wrap(row));
                for (int field : fields) {
                    Object stated = value(output.partition().get(field, Object.class));
                    if (!Objects.equals(stated, tuple.get(field))) {
                        throw new GateException(
                                Fault.VERIFICATION_FAILED,
                                output.location(),
                                "Row %d, counted from 0, belongs to another partition than the file. Nothing was committed."
                                        .formatted((Long) row.get(position)));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<@Nullable Object> tuple(StructLike row) {
        @Nullable Object[] tuple = known.clone();
        for (Computed each : computed) {
            tuple[each.field()] = value(each.transform().apply(each.column().get(row)));
        }
        return values(tuple);
    }

    private static List<@Nullable Object> values(@Nullable Object[] tuple) {
        return Arrays.asList(tuple);
    }

    /** A value that stays what it is when the reader goes on, and is equal to its like. */
    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof CharSequence text) {
            return text.toString();
        }
        return value instanceof ByteBuffer bytes
                ? ByteBuffer.wrap(ByteBuffers.toByteArray(bytes).clone())
                : value;
    }

    @SuppressWarnings("unchecked")
    private static UnaryOperator<@Nullable Object> bound(Transform<?, ?> transform, Type type) {
        var function = ((Transform<Object, Object>) transform).bind(type);
        return function::apply;
    }

    /** What the tuple of the earlier spec says of the current one's fields. */
    private static final class Earlier {
        private final PartitionSpec spec;
        private final StructLike tuple;
        private final Schema schema;

        Earlier(InputFile like, Schema schema) {
            this.spec = like.task().spec();
            this.tuple = like.file().partition();
            this.schema = schema;
        }

        /** A value, which may be null. */
        record Said(@Nullable Object value) {}

        /** The field's value, if an earlier field has it, or has the very value that it is computed from. */
        Optional<Said> saysOf(PartitionField field) {
            Type source = schema.findType(field.sourceId());
            for (int i = 0; i < spec.fields().size(); i++) {
                PartitionField earlier = spec.fields().get(i);
                if (earlier.sourceId() != field.sourceId()) {
                    continue;
                }
                Object value = tuple.get(i, Object.class);
                if (earlier.transform().toString().equals(field.transform().toString())) {
                    Type type = field.transform().getResultType(source);
                    return Optional.of(new Said(value(promoted(value, type))));
                }
                if (earlier.transform().isIdentity()) {
                    Object computed = bound(field.transform(), source).apply(promoted(value, source));
                    return Optional.of(new Said(value(computed)));
                }
            }
            return Optional.empty();
        }

        /** A column may have become wider since the tuple was written. */
        private static @Nullable Object promoted(@Nullable Object value, Type type) {
            if (value instanceof Integer number && type.typeId() == Type.TypeID.LONG) {
                return number.longValue();
            }
            return value instanceof Float number && type.typeId() == Type.TypeID.DOUBLE
                    ? Double.valueOf(number.doubleValue())
                    : value;
        }
    }
}
