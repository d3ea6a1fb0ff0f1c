/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.jspecify.annotations.Nullable;

/**
 * Makes a table forget versions only while every branch and tag is where it was when they were chosen. A catalog that commits
 * by comparing metadata does so anyhow. A REST catalog carries out what it is asked on whatever the table is by then, and
 * Iceberg's request to forget versions requires nothing of branches and tags: one that was moved to such a version, even the
 * main branch, would be taken away along with it.
 */
public final class Forgetting {

    /** What the request has to require that this thread makes; empty where it makes none of this kind. */
    private static final ThreadLocal<List<UpdateRequirement>> UNMOVED = ThreadLocal.withInitial(List::of);

    private Forgetting() {}

    /**
     * Commits to a table that it forgets versions. Iceberg's own expiry would also drop branches and tags that are old, and
     * delete files by itself.
     *
     * @throws org.apache.iceberg.exceptions.CommitFailedException if the table, or a branch or tag of it, is not as in
     *     {@code base}
     */
    public static void commit(TableOperations operations, TableMetadata base, Set<Long> versions) {
        List<UpdateRequirement> unmoved = new ArrayList<>();
        base.refs()
                .forEach((name, ref) -> unmoved.add(new UpdateRequirement.AssertRefSnapshotID(name, ref.snapshotId())));
        UNMOVED.set(unmoved);
        try {
            operations.commit(
                    base,
                    TableMetadata.buildFrom(base).removeSnapshots(versions).build());
        } finally {
            UNMOVED.remove();
        }
    }

    /** A client that says so to the catalog. */
    static RESTClient requiring(RESTClient client) {
        return AlteredRequests.of(client, Forgetting::alter);
    }

    private static void alter(@Nullable Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof UpdateTableRequest request && forgets(request)) {
                arguments[i] = requiring(request);
            }
        }
    }

    private static boolean forgets(UpdateTableRequest request) {
        return request.updates().stream().anyMatch(MetadataUpdate.RemoveSnapshots.class::isInstance);
    }

    private static UpdateTableRequest requiring(UpdateTableRequest request) {
        List<UpdateRequirement> all = new ArrayList<>(request.requirements());
        all.addAll(UNMOVED.get());
        return new UpdateTableRequest(all, request.updates());
    }
}
