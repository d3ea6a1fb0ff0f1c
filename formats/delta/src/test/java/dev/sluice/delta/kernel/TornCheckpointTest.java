/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.LocalStore;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultParquetHandler;
import io.delta.kernel.defaults.internal.data.DefaultColumnarBatch;
import io.delta.kernel.defaults.internal.data.vector.DefaultGenericVector;
import io.delta.kernel.engine.ParquetHandler;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint whose rows could not all be read must not appear: it would hide the files it lacks from every reader. */
class TornCheckpointTest {

    private static final StructType SCHEMA = new StructType().add("id", LongType.LONG);

    private final KernelEngine engine = KernelEngine.on(new LocalStore());

    @TempDir
    private Path folder;

    @Test
    void a_parquet_file_whose_rows_fail_half_way_does_not_appear() throws IOException {
        Path file = folder.resolve("00000000000000000003.checkpoint.parquet");

        assertThatThrownBy(() -> engine.getParquetHandler().writeParquetFileAtomically("file:" + file, rows(true)))
                .hasMessageContaining("the second batch is lost");

        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void kernels_own_handler_would_show_it_as_if_it_were_whole() throws IOException {
        Path file = folder.resolve("00000000000000000003.checkpoint.parquet");
        ParquetHandler kernels = new DefaultParquetHandler(engine.files());

        assertThatThrownBy(() -> kernels.writeParquetFileAtomically("file:" + file, rows(true)))
                .hasMessageContaining("the second batch is lost");

        assertThat(file)
                .as("if this fails, Kernel has mended it and our own handler can go")
                .exists();
    }

    @Test
    void a_whole_one_appears_once() throws IOException {
        Path file = folder.resolve("00000000000000000003.checkpoint.parquet");
        engine.getParquetHandler().writeParquetFileAtomically("file:" + file, rows(false));
        byte[] first = Files.readAllBytes(file);

        assertThatThrownBy(() -> engine.getParquetHandler().writeParquetFileAtomically("file:" + file, rows(false)))
                .isInstanceOf(FileAlreadyExistsException.class);

        assertThat(file).hasBinaryContent(first);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }

    private static CloseableIterator<FilteredColumnarBatch> rows(boolean failing) {
        return new CloseableIterator<>() {
            private int batch;

            @Override
            public boolean hasNext() {
                if (failing && batch == 1) {
                    throw new UncheckedIOException(new IOException("the second batch is lost"));
                }
                return batch < 2;
            }

            @Override
            public FilteredColumnarBatch next() {
                batch++;
                ColumnVector[] ids = {DefaultGenericVector.fromArray(LongType.LONG, new Object[] {1L, 2L})};
                return new FilteredColumnarBatch(new DefaultColumnarBatch(2, SCHEMA, ids), Optional.empty());
            }

            @Override
            public void close() {}
        };
    }
}
