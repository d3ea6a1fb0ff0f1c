/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.fleet.FleetRow;
import dev.sluice.core.fleet.Terms;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.table.TableRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at many tables, several at a time, and changes none: each is judged and planned as a plan of its own would be, and
 * nothing is stored. A table that breaks is one row.
 */
public final class Fleet {

    private final Surveyor surveyor;
    private final Recorder recorder;

    public Fleet(Formats formats, Recorder recorder) {
        this.surveyor = new Surveyor(formats, recorder);
        this.recorder = recorder;
    }

    /** Is told how far it is; called from one thread at a time. */
    public interface Watch {

        /** One more table was found, or one more was looked at. */
        void progress(long done, long found);

        /** All tables have been found. */
        void searched(long found);
    }

    /**
     * Looks at tables while others are still being found.
     *
     * @param asked the patterns, as they were typed
     * @param policies what each table is judged by
     */
    public FleetReport survey(
            List<String> asked, Stream<Sighting> found, Function<TableRef, Policy> policies, Terms terms, Watch watch) {
        Instant begun = recorder.now();
        Tally tally = new Tally(watch);
        List<CompletableFuture<FleetRow>> rows = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(terms.atOnce(), Fleet::thread);
        try (found) {
            found.forEach(sighting -> {
                boolean isTable = sighting.table().isPresent();
                tally.found(isTable);
                rows.add(CompletableFuture.supplyAsync(() -> look(sighting, policies, terms), threads)
                        .handle((row, broken) -> row == null ? broken(sighting, broken) : row)
                        .whenComplete((row, none) -> tally.done(isTable)));
            });
            tally.searched();
            List<FleetRow> all = rows.stream().map(CompletableFuture::join).toList();
            Instant now = recorder.now();
            return new FleetReport(asked, all, terms, now, Duration.between(begun, now));
        } finally {
            threads.shutdownNow();
        }
    }

    private FleetRow look(Sighting sighting, Function<TableRef, Policy> policies, Terms terms) {
        TableRef table = sighting.orRefusal();
        return FleetRow.of(surveyor.look(table, policies.apply(table), terms.lists()));
    }

    private static FleetRow broken(Sighting sighting, @Nullable Throwable thrown) {
        Throwable cause = thrown != null && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof GateException refusal) {
            return FleetRow.refused(sighting, refusal);
        }
        String what = cause == null ? "Nothing came of it." : "%s: %s.".formatted(name(cause), cause.getMessage());
        return FleetRow.refused(sighting, new GateException(Fault.INTERNAL, sighting.place(), what, cause));
    }

    private static String name(Throwable cause) {
        return cause.getClass().getSimpleName();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "fleet");
        thread.setDaemon(true);
        return thread;
    }

    /** Counts from several threads, and tells one at a time. */
    private static final class Tally {
        private final Watch watch;
        private long found;
        private long done;

        Tally(Watch watch) {
            this.watch = watch;
        }

        synchronized void found(boolean isTable) {
            found += isTable ? 1 : 0;
            watch.progress(done, found);
        }

        synchronized void done(boolean isTable) {
            done += isTable ? 1 : 0;
            watch.progress(done, found);
        }

        synchronized void searched() {
            watch.searched(found);
        }
    }
}
