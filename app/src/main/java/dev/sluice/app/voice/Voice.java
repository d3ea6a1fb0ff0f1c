/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.app.config.ConfigFile;
import dev.sluice.app.config.Connection;
import dev.sluice.app.doctor.Diagnosis;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.Proposal;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Measured;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.StepRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Whoever tells the caller what came of a command. Commands hand over results and never print. */
public interface Voice {

    void assessed(Assessment found);

    /**
     * @param file where the plan was written to besides the journal, empty where it was not
     */
    void proposed(Proposal proposal, Optional<Path> file);

    void reported(RunReport report);

    /** A plan without steps was to be carried out. */
    void foundNothingIn(MaintenancePlan plan);

    /**
     * @param before what earlier runs measured, newest first
     */
    void explained(Assessment found, List<Measured> before);

    void surveyed(FleetReport fleet, FleetText.View view);

    /** What stands between Sluice and a table. */
    void diagnosed(Diagnosis diagnosis);

    void listed(List<Run> runs);

    /** Runs that wait for an answer, as seen at a time. */
    void waiting(List<Run> runs, Patience patience, Instant now);

    /**
     * @param notices the messages on the run, and what became of them
     */
    void showed(Run run, List<StepRecord> steps, List<Notice> notices);

    /** A configuration: what is in force, or what is wrong; and what could be reached, where that was tried. */
    void checked(ConfigFile file, List<Connection> connections);

    /** Something that is a JSON object in either voice. */
    void described(ObjectNode object);

    void demonstrated(RunReport report);

    /** Words around a result that only a person needs. */
    void tells(List<String> lines);

    /**
     * A refusal or a failure.
     *
     * @param asked what the caller had asked about: a table as they wrote it, or the command
     */
    void refused(String asked, GateException cause);

    /** Says what is still to be said; called once, at the end. */
    void finish();
}
