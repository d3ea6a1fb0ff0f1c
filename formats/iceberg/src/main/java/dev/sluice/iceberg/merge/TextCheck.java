/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.StoreInput;
import dev.sluice.iceberg.rows.RowReader;
import dev.sluice.iceberg.rows.RowSource;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.rewrite.engine.StoreInputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.orc.ORC;
import org.apache.iceberg.orc.OrcBatchReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.ColumnVector;
import org.apache.orc.storage.ql.exec.vector.ListColumnVector;
import org.apache.orc.storage.ql.exec.vector.MapColumnVector;
import org.apache.orc.storage.ql.exec.vector.StructColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;

/**
 * Looks through the text of files that are to be rewritten by rows. Readers of rows make characters of bytes, and where
 * the bytes are no UTF-8, other characters; written again, these would be other bytes, and a comparison of rows would not
 * show it. So such a file is refused.
 */
final class TextCheck {

    private final IcebergTable table;
    private final RowReader reader;
    private final Schema schema;
    private final Set<String> sound = new HashSet<>();
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

    TextCheck(IcebergTable table, RowReader reader, Schema schema) {
        this.table = table;
        this.reader = reader;
        this.schema = schema;
    }

    /**
     * Looks through a file once, however often it is read.
     *
     * @throws GateException {@code TABLE_DAMAGED} with the file and the column whose text is none
     */
    void require(RowSource source) {
        if (sound.contains(source.path())) {
            return;
        }
        reader.requireSize(source);
        reader.reading(source, () -> {
            if (source.format() == FileFormat.ORC) {
                orc(source);
            } else {
                parquet(source);
            }
            return source;
        });
        sound.add(source.path());
    }

    private void orc(RowSource source) throws IOException {
        ORC.ReadBuilder file = ORC.read(table.table()
                        .io()
                        .newInputFile(source.path(), source.size().count()))
                .project(schema)
                .createBatchedReaderFunc(type -> new Batches(source, type));
        try (CloseableIterable<Boolean> batches = reader.named(file).build()) {
            for (Boolean sound : batches) {
                assert sound;
            }
        }
    }

    /** Goes through whole batches of an ORC file, column by column. */
    private final class Batches implements OrcBatchReader<Boolean> {
        private final RowSource source;
        private final TypeDescription type;

        Batches(RowSource source, TypeDescription type) {
            this.source = source;
            this.type = type;
        }

        @Override
        public Boolean read(VectorizedRowBatch batch) {
            children(type, List.of(batch.cols), batch.size);
            return true;
        }

        @Override
        public void setBatchContext(long batchOffsetInFile) {}

        private void children(TypeDescription parent, List<ColumnVector> vectors, int count) {
            for (int i = 0; i < vectors.size(); i++) {
                column(parent.getChildren().get(i), vectors.get(i), count);
            }
        }

        private void column(TypeDescription column, ColumnVector vector, int count) {
            if (vector instanceof StructColumnVector struct) {
                children(column, List.of(struct.fields), count);
            } else if (vector instanceof ListColumnVector list) {
                children(column, List.of(list.child), list.childCount);
            } else if (vector instanceof MapColumnVector map) {
                children(column, List.of(map.keys, map.values), map.childCount);
            } else if (vector instanceof BytesColumnVector bytes
                    && column.getCategory() != TypeDescription.Category.BINARY) {
                text(column, bytes, bytes.isRepeating ? Math.min(1, count) : count);
            }
        }

        private void text(TypeDescription column, BytesColumnVector vector, int count) {
            for (int i = 0; i < count; i++) {
                if (vector.noNulls || !vector.isNull[i]) {
                    requireText(
                            source,
                            column.getFullFieldName(),
                            ByteBuffer.wrap(vector.vector[i], vector.start[i], vector.length[i]));
                }
            }
        }
    }

    private void parquet(RowSource source) throws IOException {
        try (StoreInput input = table.files().open(source.location());
                ParquetFileReader file = ParquetFileReader.open(new StoreInputFile(input))) {
            MessageType type = file.getFileMetaData().getSchema();
            List<ColumnDescriptor> texts =
                    type.getColumns().stream().filter(TextCheck::isText).toList();
            file.setRequestedSchema(texts);
            PageReadStore pages = texts.isEmpty() ? null : file.readNextRowGroup();
            while (pages != null) {
                ColumnReadStoreImpl columns = new ColumnReadStoreImpl(
                        pages,
                        new DummyRecordConverter(type).getRootConverter(),
                        type,
                        file.getFileMetaData().getCreatedBy());
                for (ColumnDescriptor text : texts) {
                    long values = pages.getPageReader(text).getTotalValueCount();
                    column(source, text, columns.getColumnReader(text), values);
                }
                pages = file.readNextRowGroup();
            }
        }
    }

    private static boolean isText(ColumnDescriptor column) {
        return column.getPrimitiveType().getLogicalTypeAnnotation() instanceof StringLogicalTypeAnnotation;
    }

    private void column(RowSource source, ColumnDescriptor text, ColumnReader values, long count) {
        for (long i = 0; i < count; i++) {
            if (values.getCurrentDefinitionLevel() == text.getMaxDefinitionLevel()) {
                requireText(
                        source,
                        String.join(".", text.getPath()),
                        values.getBinary().toByteBuffer());
            }
            values.consume();
        }
    }

    private void requireText(RowSource source, String column, ByteBuffer bytes) {
        try {
            if (!isPlain(bytes)) {
                decoder.decode(bytes);
            }
        } catch (CharacterCodingException e) {
            throw new GateException(
                    Fault.TABLE_DAMAGED,
                    source.path(),
                    "Column %s: it holds text that is not UTF-8, which a rewrite by rows would make other text of."
                            .formatted(column),
                    e);
        }
    }

    private static boolean isPlain(ByteBuffer bytes) {
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            if (bytes.get(i) < 0) {
                return false;
            }
        }
        return true;
    }
}
