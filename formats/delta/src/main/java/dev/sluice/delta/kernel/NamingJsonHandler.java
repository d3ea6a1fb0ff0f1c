/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultJsonHandler;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.util.Optional;

/** Kernel's JSON handler, except that it names a file that is damaged. */
final class NamingJsonHandler extends DefaultJsonHandler {

    NamingJsonHandler(KernelFileIO files) {
        super(files);
    }

    @Override
    public CloseableIterator<ColumnarBatch> readJsonFiles(
            CloseableIterator<FileStatus> files, StructType schema, Optional<Predicate> predicate) {
        return new LogFileReader<>(files, "JSON", one -> super.readJsonFiles(one, schema, predicate));
    }
}
