/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.verify.Verifier;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.version.IcebergState;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.WatchedPassage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Compacts all that can get better in a table, as a run would, and says how that ended. */
public final class IcebergPass {

    /** How the ids of all runs begin. */
    public static final String RUN = "20261129T000000-pass";

    private static final AtomicInteger RUNS = new AtomicInteger();

    private IcebergPass() {}

    public static IcebergFormat format(CatalogSettings... catalogs) {
        Store store = new LocalStore();
        return new IcebergFormat(
                store,
                new Catalogs(store, List.of(catalogs)),
                Clock.systemUTC(),
                new RewriteLimits(2, Bytes.ofMebibytes(64)));
    }

    /** The data files below a folder that were written by runs of ours. */
    static List<Path> written(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(".*-sluice-.*\\.parquet"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static IcebergTable load(IcebergFormat format, TableRef table) {
        return format.load(table);
    }

    /** The newest version of a table, with all that only this module may ask of it. */
    public static IcebergState newest(IcebergFormat format, TableRef table) {
        return format.newest(table);
    }

    public static MaintenancePlan plan(IcebergFormat format, TableRef table) {
        return Overdue.plan(format, table, Instant.now());
    }

    /** Plans, compacts in as many commits as that takes, and verifies each; the table must have been worth it. */
    public static Change compact(IcebergFormat format, TableRef table) {
        MaintenancePlan plan = plan(format, table);
        String run = RUN + RUNS.incrementAndGet();
        return plan.steps().stream()
                .filter(Step.Compact.class::isInstance)
                .map(step -> compact(format, table, plan, (Step.Compact) step, run))
                .reduce(Change::then)
                .orElseThrow();
    }

    /** One step; all steps of a run bear its one id. */
    private static Change compact(
            IcebergFormat format, TableRef table, MaintenancePlan plan, Step.Compact step, String run) {
        StepOutcome outcome =
                format.changer().compact(Overdue.approved(plan), step, new WatchedPassage(run, file -> {}));
        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        Change change = outcome.change().orElseThrow();
        assertThat(Verifier.verify(format, table, change, Instant.now()).problems())
                .isEmpty();
        assertThat(change.rowsRead()).isEqualTo(change.rowsWritten());
        return change;
    }

    /** The first step of a plan. */
    public static StepOutcome compact(IcebergFormat format, MaintenancePlan plan, Consumer<Location> announced) {
        return compact(format, plan, (Step.Compact) plan.steps().get(0), announced);
    }

    /** @param announced hears of each file right before it is written, and may act as another writer */
    public static StepOutcome compact(
            IcebergFormat format, MaintenancePlan plan, Step.Compact step, Consumer<Location> announced) {
        return format.changer()
                .compact(Overdue.approved(plan), step, new WatchedPassage(RUN + RUNS.incrementAndGet(), announced));
    }

    /** A plan of the newest version with one step in place of its own. */
    public static MaintenancePlan planOf(IcebergFormat format, TableRef table, Step step) {
        MaintenancePlan plan = plan(format, table);
        return new MaintenancePlan(
                table,
                plan.version(),
                plan.fingerprint(),
                plan.intent(),
                List.of(step),
                List.of(),
                plan.remaining(),
                plan.madeAt());
    }

    /** The same with a yes to it. */
    static ApprovedPlan approved(IcebergFormat format, TableRef table, Step step) {
        return Overdue.approved(planOf(format, table, step));
    }

    /** Knows a Hadoop catalog, by the name of lake. */
    static IcebergFormat ofWarehouse(Path folder) {
        return format(new CatalogSettings(
                "lake",
                CatalogKind.HADOOP,
                Optional.empty(),
                Optional.of(folder.toString()),
                Optional.empty(),
                Map.of()));
    }

    /** Makes a table forget what its expiry lets it forget. */
    public static Expiration expire(IcebergFormat format, TableRef table, Expiry expiry, Instant now) {
        Expirable found = format.expirable(format.inspect(table), expiry);
        assertThat(found.versions()).as("versions that may be forgotten").isNotEmpty();
        Step.Expire step = new Step.Expire(
                found.versions(),
                expiry.cutoff(now),
                expiry.retainLast(),
                found.files(),
                found.bytes(),
                found.resumesFrom());
        return format.changer()
                .expire(approved(format, table, step), step, new WatchedPassage(RUN + "-expire", file -> {}))
                .expiration()
                .orElseThrow();
    }
}
