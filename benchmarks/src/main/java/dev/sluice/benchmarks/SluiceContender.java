/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.rewrite.Codec;
import dev.sluice.rewrite.RewriteInput;
import dev.sluice.rewrite.RewriteJob;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.rewrite.RewriteResult;
import dev.sluice.rewrite.RewriteTarget;
import dev.sluice.rewrite.check.ContentCheck;
import dev.sluice.rewrite.engine.Rewriter;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sluice's embedded engine with two threads, on a store that makes every output durable as in production. */
record SluiceContender(boolean checksContent) implements Contender {

    private static final Bytes TARGET = Bytes.ofMebibytes(512);

    @Override
    public String name() {
        return checksContent ? "Sluice, content checked" : "Sluice";
    }

    @Override
    public void compact(List<Path> inputs, Path folder) throws IOException {
        Store store = new LocalStore();
        RewriteLimits limits =
                new RewriteLimits(2, RewriteLimits.ofThisMachine().memory());
        List<RewriteInput> files = new ArrayList<>();
        for (Path input : inputs) {
            files.add(RewriteInput.of(Location.local(input), Bytes.of(Files.size(input))));
        }
        RewriteTarget target = RewriteTarget.of(
                EventFile.SCHEMA,
                Codec.ZSTD,
                TARGET,
                ordinal -> Location.local(folder.resolve("sluice-" + ordinal + ".parquet")));
        RewriteJob job = new RewriteJob(files, target);
        RewriteResult result = new Rewriter(store, limits).rewrite(job);
        if (checksContent) {
            new ContentCheck(store, limits).verify(job, result.outputs());
        }
    }
}
