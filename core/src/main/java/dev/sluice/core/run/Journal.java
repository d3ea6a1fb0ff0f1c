/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.health.Trend;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The durable memory of all runs. Every call is on disk when it returns; each is made before the act that it tells of.
 * All calls throw {@link dev.sluice.core.fault.GateException} with {@code STORAGE} when the memory cannot be written.
 */
public interface Journal {

    /** Writes a new run. */
    void begin(Run run);

    /** Writes that a step is about to start, or how it ended: a second record of the same name replaces the first. */
    void step(RunId run, StepRecord step);

    /** Writes that a file is about to be opened for writing. */
    void writes(RunId run, Location file);

    /** Stores a plan under its id; storing the same plan again changes nothing. */
    void keep(MaintenancePlan plan);

    /** Writes that a run goes by a stored plan. */
    void plans(RunId run, String planId);

    /** Writes what was answered to a run's plan; the first yes or no is final. */
    void answered(RunId run, Answer answer);

    /** What was answered to a run's plan. */
    Optional<Answer> answer(RunId run);

    /** Writes that a run that waited goes on. */
    void resumes(RunId run);

    /** Writes that nothing of what a run wrote and did not commit is left. */
    void settled(RunId run);

    /** Writes how a run stands; with a final status, how it ended. */
    void end(RunId run, Status status, String summary, String reportJson);

    Optional<Run> run(String id);

    /** The newest runs, newest first. */
    List<Run> runs(int atMost);

    /** The runs on a table with a status, oldest first. */
    List<Run> runs(TableRef table, Status status);

    /**
     * The ended runs on a table that wrote files and were not settled: some of those may lie about. Never one of unknown
     * outcome, of which a file may be in the table.
     */
    List<Run> unsettled(TableRef table);

    /** A run's steps in the order in which they started. */
    List<StepRecord> steps(RunId run);

    /** The files that a run was about to write, in order. */
    List<Location> written(RunId run);

    Optional<MaintenancePlan> plan(String id);

    /** The trend kept under a key, {@link Trend#NONE} where there is none. */
    Trend trend(String key, TableRef table);

    void keep(String key, TableRef table, Trend trend);

    /** Writes that a service was found to put a file only where there is none. */
    void proves(Bucket bucket, Instant at);

    /** When that was last found of a service; empty where it never was. */
    Optional<Instant> proven(Bucket bucket);

    /** Adds a point to the table's history of measurements. */
    void measured(Measured measured);

    /** The newest measurements of a table, newest first. */
    List<Measured> measurements(TableRef table, int atMost);
}
