/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.Config;
import dev.sluice.core.format.Formats;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Store;
import dev.sluice.delta.DeltaFormat;
import dev.sluice.rewrite.RewriteLimits;
import java.time.Clock;
import java.util.List;

/** A product assembled from real parts, but for its memory: Delta tables on a store. */
final class RealParts extends FakeParts {

    RealParts(Store store) {
        this.store = store;
    }

    @Override
    public Formats formats(Config config) {
        return new Formats(
                List.of(new DeltaFormat(store, Clock.systemUTC(), new RewriteLimits(1, Bytes.ofMebibytes(64)))));
    }
}
