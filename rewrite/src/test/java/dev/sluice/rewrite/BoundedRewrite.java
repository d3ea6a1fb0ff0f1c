/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.rewrite.engine.Rewriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.apache.parquet.schema.MessageType;

/** A rewrite in a process of its own, so that its heap can be small. */
final class BoundedRewrite {

    private BoundedRewrite() {}

    /** Merges one file with itself: file, how many times, folder for the outputs, target in MiB. */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        int copies = Integer.parseInt(arguments[1]);
        Path outputs = Files.createDirectories(Path.of(arguments[2]));
        Bytes target = Bytes.ofMebibytes(Long.parseLong(arguments[3]));
        Workshop workshop = new Workshop(outputs);
        MessageType schema = workshop.footer(file).getFileMetaData().getSchema();
        RewriteInput input = RewriteInput.of(Location.local(file), Bytes.of(Files.size(file)));
        RewriteLimits limits =
                new RewriteLimits(2, RewriteLimits.ofThisMachine().memory());
        RewriteResult result = new Rewriter(workshop.store, limits)
                .rewrite(new RewriteJob(
                        Collections.nCopies(copies, input),
                        RewriteTarget.of(schema, Codec.ZSTD, target, workshop.names())));
        System.out.println(result.rowsWritten() + " rows in " + result.outputs().size() + " files");
    }
}
