/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.store.Bytes;
import dev.sluice.iceberg.rows.FileSchema;
import dev.sluice.iceberg.rows.InputFile;
import dev.sluice.iceberg.rows.LiveRows;
import dev.sluice.iceberg.rows.RowReader;
import dev.sluice.iceberg.rows.RowSource;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.rewrite.RewriteListener;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.FileWriterFactory;
import org.apache.iceberg.orc.OrcMetrics;
import org.apache.iceberg.parquet.ParquetUtil;

/**
 * Merges files row by row, with Iceberg's own readers and writers, into files of the format that the table asks for: for
 * groups with ORC files in them, which the rewrite engine does not read.
 */
public final class RowMerge implements GroupMerge {

    /** Rows between two looks at whether one is to stop. */
    private static final int ROWS_BETWEEN_LOOKS = 1000;

    /** As Iceberg's readers and writers have it. */
    private static final int MOST_ROWS = 1024;

    /** A guess at how much larger rows are in memory than in a file. */
    private static final int UNPACKED = 8;

    private final IcebergTable table;
    private final Schema schema;
    private final Proof proof;
    private final NewFiles newFiles;
    private final Bytes memory;
    private final RowWriteProperties properties;
    private final RowReader reader;
    private final TextCheck text;

    public RowMerge(IcebergTable table, FileSchema schema, RewriteLimits limits, Proof proof, NewFiles newFiles) {
        this.table = table;
        this.schema = schema.rows();
        this.proof = proof;
        this.newFiles = newFiles;
        this.memory = Bytes.of(limits.memory().count() / 4);
        this.properties = new RowWriteProperties(table, schema);
        this.reader = new RowReader(table, schema.names());
        this.text = new TextCheck(table, reader, this.schema);
    }

    @Override
    public Merged merge(Merge merge, Bytes target, RewriteListener listener) {
        List<RowSource> sources = merge.parts().stream()
                .map(part -> RowSource.of(part.file(), part.without()))
                .toList();
        sources.forEach(text::require);
        try (LiveRows rows = new LiveRows(reader, sources, schema);
                RollingFiles outputs = outputs(merge, target)) {
            while (rows.hasNext()) {
                outputs.write(rows.next());
                if (outputs.rows() % ROWS_BETWEEN_LOOKS == 0) {
                    goOn(listener, rows, outputs);
                }
            }
            List<DataFile> made = outputs.finish();
            new RowAccount(table.ref()).check(merge.files(), rows.read(), rows.deleted(), outputs.rows());
            prove(sources, made);
            goOn(listener, rows, outputs);
            return new Merged(made, rows.read() - rows.deleted(), outputs.rows(), rows.bytes());
        }
    }

    private RollingFiles outputs(Merge merge, Bytes target) {
        FileFormat format = properties.format();
        FileWriterFactory<Record> writers = new GenericFileWriterFactory.Builder(table.table())
                .dataFileFormat(format)
                .dataSchema(schema)
                .writerProperties(properties.within(target, memory, batch(merge.files())))
                .build();
        return new RollingFiles(
                table.table().io(),
                writers,
                new RollingFiles.Home(merge.spec(), merge.partition(), format, newFiles),
                target);
    }

    /** So many rows are held before a writer looks at what they take; where rows are large, fewer than usual. */
    private int batch(List<InputFile> files) {
        long rows = files.stream().mapToLong(file -> file.file().recordCount()).sum();
        long bytes = files.stream().mapToLong(file -> file.size().count()).sum();
        long unpacked = Math.max(1, UNPACKED * bytes / Math.max(1, rows));
        return (int) Math.max(1, Math.min(MOST_ROWS, memory.count() / 4 / unpacked));
    }

    private static void goOn(RewriteListener listener, LiveRows rows, RollingFiles outputs) {
        listener.progressed(outputs.rows(), rows.bytes(), outputs.bytes());
        if (listener.wantsToStop() || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("The rewrite was asked to stop.");
        }
    }

    /** Every output is opened again; and, where that is asked for, its rows are held against those of the inputs. */
    private void prove(List<RowSource> sources, List<DataFile> made) {
        List<RowSource> outputs = made.stream().map(RowSource::ofOutput).toList();
        for (int i = 0; i < made.size(); i++) {
            reopen(outputs.get(i), made.get(i).recordCount());
        }
        if (proof == Proof.CONTENT) {
            try (LiveRows expected = new LiveRows(reader, sources, schema);
                    LiveRows found = new LiveRows(reader, outputs, schema)) {
                RowCheck.verify(schema, expected, found);
            }
        }
    }

    private void reopen(RowSource output, long written) {
        org.apache.iceberg.io.InputFile file = table.table().io().newInputFile(output.path());
        long rows = reader.reading(
                output,
                () -> output.format() == FileFormat.ORC
                        ? OrcMetrics.fromInputFile(file).recordCount()
                        : ParquetUtil.fileMetrics(file, MetricsConfig.getDefault())
                                .recordCount());
        if (rows != written) {
            throw new GateException(
                    Fault.VERIFICATION_FAILED,
                    output.path(),
                    "It holds %d rows where %d were written.".formatted(rows, written));
        }
    }
}
