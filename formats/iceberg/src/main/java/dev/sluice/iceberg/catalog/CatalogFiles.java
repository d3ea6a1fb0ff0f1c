/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Store;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * The file access of tables, as their catalog describes it: with the credentials for S3 that it gives, else with the owner's
 * own. What Iceberg's accesses for S3 and for local files do, Sluice's stores do; any other one is taken as it is named.
 */
final class CatalogFiles implements AutoCloseable {

    private static final Set<String> WHAT_STORES_DO = Set.of(
            "org.apache.iceberg.aws.s3.S3FileIO",
            "org.apache.iceberg.io.ResolvingFileIO",
            "org.apache.iceberg.hadoop.HadoopFileIO");

    /** Longer than any request takes: nobody waits for an answer any more. */
    private static final Duration IDLE = Duration.ofHours(1);

    private final Store own;
    private final Clock clock;
    private final Map<List<String>, GivenAccess> given = new HashMap<>();

    CatalogFiles(Store own, Clock clock) {
        this.own = own;
        this.clock = clock;
    }

    /** For tables of a catalog that can be asked for nothing but tables. */
    FileIO of(Map<String, String> properties) {
        if (new FileProperties(properties).wantSignatures()) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    "catalog",
                    "Each request for S3 is to be signed by the catalog (s3.remote-signing-enabled), which only a REST"
                            + " catalog can do.");
        }
        return of(properties, null);
    }

    /** @param line the way to a catalog that also renews keys and signs requests */
    FileIO of(Map<String, String> properties, @Nullable RestLine line) {
        String named = properties.get(CatalogProperties.FILE_IO_IMPL);
        return named == null || WHAT_STORES_DO.contains(named)
                ? new TableFiles(properties, files -> store(files, line))
                : CatalogUtil.loadFileIO(named, properties, null);
    }

    private synchronized Store store(TableFiles files, @Nullable RestLine line) {
        List<GivenPart> parts = GivenPart.of(files.properties(), files.credentials());
        if (parts.isEmpty()) {
            return own;
        }
        List<String> identity = new ArrayList<>();
        identity.add(line == null ? "" : line.name());
        identity.add(GivenPart.table(files.properties()).orElse(""));
        parts.forEach(part -> identity.addAll(part.identity()));
        GivenAccess access = given.get(identity);
        if (access == null) {
            closeIdle();
            access = new GivenAccess(
                    own, parts, line == null ? null : new CatalogQuestions(line, files.properties()), clock);
            given.put(identity, access);
        } else {
            access.take(parts, files.properties());
        }
        return access.store();
    }

    /** A program that runs for months sees many tables, each with keys of its own. */
    private void closeIdle() {
        Instant before = clock.instant().minus(IDLE);
        for (Iterator<GivenAccess> each = given.values().iterator(); each.hasNext(); ) {
            GivenAccess access = each.next();
            if (access.lastUsed().isBefore(before)) {
                each.remove();
                access.close();
            }
        }
    }

    @Override
    public synchronized void close() {
        given.values().forEach(GivenAccess::close);
        given.clear();
    }
}
