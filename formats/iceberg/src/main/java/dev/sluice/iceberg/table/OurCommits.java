/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/** How a commit of ours is known again: what it writes into its version's summary. */
public final class OurCommits {

    /** The run that made the version. */
    public static final String RUN = "sluice.run";

    /** The very commit; a run may make several. */
    public static final String COMMIT = "sluice.commit";

    private OurCommits() {}

    /** The version that a commit of ours made, if it is in. */
    static Optional<Snapshot> find(TableMetadata metadata, String commit) {
        return metadata.snapshots().stream()
                .filter(snapshot -> commit.equals(snapshot.summary().get(COMMIT)))
                .findFirst();
    }
}
