/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Trend;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.PlanJson;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Measured;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A journal in a database. Times are kept to the millisecond; a run's end is when the journal hears of it. */
public final class JdbcJournal implements Journal, AutoCloseable {

    private static final String RUN =
            "SELECT id, gate, table_format, table_address, status, started_at, ended_at, plan_id, summary, report FROM run ";

    /**
     * Of these it is known what was committed, and files of a commit that failed may still lie about. A run that
     * compacted may have come to it after a conflict.
     */
    private static final String MAY_LEAVE_FILES = Stream.of(Status.values())
            .filter(status -> status.isFinal() && status != Status.UNKNOWN)
            .map(status -> "'" + status + "'")
            .collect(Collectors.joining(", "));

    private final Session session;
    private final JdbcHistory history;
    private final Clock clock;

    JdbcJournal(Database database, Clock clock) {
        this.session = new Session(database);
        this.history = new JdbcHistory(session);
        this.clock = clock;
    }

    /** The outbox in the same database. */
    public JdbcOutbox outbox() {
        return new JdbcOutbox(session);
    }

    @Override
    public void begin(Run run) {
        session.write(
                """
                INSERT INTO run (id, gate, table_format, table_address, status, started_at, ended_at, plan_id, summary,
                    report)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                run.id().text(),
                run.gate(),
                run.table().format(),
                run.table().address(),
                run.status().name(),
                run.startedAt().toEpochMilli(),
                run.endedAt().map(Instant::toEpochMilli).orElse(null),
                run.planId().orElse(null),
                run.summary(),
                run.reportJson().orElse(null));
    }

    @Override
    public void step(RunId run, StepRecord step) {
        // A step that starts goes to the end of the line, also when one of its name went before.
        session.write(
                """
                INSERT INTO step (run_id, name, place, outcome, started_at, took, text)
                VALUES (?, ?, (SELECT COALESCE(MAX(place), 0) + 1 FROM step WHERE run_id = ?), ?, ?, ?, ?)
                ON CONFLICT (run_id, name) DO UPDATE SET
                    place = CASE WHEN excluded.outcome = 'STARTED' THEN excluded.place ELSE step.place END,
                    outcome = excluded.outcome, started_at = excluded.started_at, took = excluded.took,
                    text = excluded.text""",
                run.text(),
                step.name(),
                run.text(),
                step.outcome().name(),
                step.startedAt().toEpochMilli(),
                step.took().toMillis(),
                step.text());
    }

    @Override
    public void writes(RunId run, Location file) {
        session.write("""
                INSERT INTO written (run_id, place, location)
                VALUES (?, (SELECT COALESCE(MAX(place), 0) + 1 FROM written WHERE run_id = ?), ?)""", run.text(), run.text(), file.toString());
    }

    @Override
    public void keep(MaintenancePlan plan) {
        String id = plan.id();
        String hash = plan.hash();
        int added = session.write(
                "INSERT INTO plan (id, hash, json) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
                id,
                hash,
                PlanJson.write(plan));
        if (added == 0
                && !session.all(row -> row.getString(1), "SELECT hash FROM plan WHERE id = ?", id)
                        .equals(List.of(hash))) {
            throw new GateException(
                    Fault.INTERNAL, plan.table().toString(), "Another plan is stored under the name %s.".formatted(id));
        }
    }

    @Override
    public void plans(RunId run, String planId) {
        if (session.write("UPDATE run SET plan_id = ? WHERE id = ?", planId, run.text()) == 0) {
            throw unknown(run);
        }
    }

    @Override
    public void answered(RunId run, Answer answer) {
        session.write(
                """
                INSERT INTO answer (run_id, kind, answered_by, answered_at, plan_hash, reason) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (run_id) DO UPDATE SET
                    kind = excluded.kind, answered_by = excluded.answered_by, answered_at = excluded.answered_at,
                    plan_hash = excluded.plan_hash, reason = excluded.reason
                WHERE answer.kind NOT IN ('YES', 'NO')""",
                run.text(),
                answer.kind().name(),
                answer.by(),
                answer.at().toEpochMilli(),
                answer.planHash(),
                answer.reason());
    }

    @Override
    public Optional<Answer> answer(RunId run) {
        return session.one(
                row -> new Answer(
                        Answer.Kind.valueOf(row.getString("kind")),
                        row.getString("answered_by"),
                        Session.instant(row, "answered_at"),
                        row.getString("plan_hash"),
                        row.getString("reason")),
                "SELECT kind, answered_by, answered_at, plan_hash, reason FROM answer WHERE run_id = ?",
                run.text());
    }

    /** @throws GateException with {@code INTERNAL} if the run does not wait */
    @Override
    public void resumes(RunId run) {
        int changed = session.write(
                "UPDATE run SET status = 'RUNNING', summary = '', report = NULL WHERE id = ? AND status = 'AWAITING_APPROVAL'",
                run.text());
        if (changed == 0) {
            Status status = run(run.text()).orElseThrow(() -> unknown(run)).status();
            throw new GateException(
                    Fault.INTERNAL,
                    session.toString(),
                    "Run %s cannot go on: it does not wait, it is %s.".formatted(run, status));
        }
    }

    @Override
    public void settled(RunId run) {
        if (session.write("UPDATE run SET settled_at = ? WHERE id = ?", clock.millis(), run.text()) == 0) {
            throw unknown(run);
        }
    }

    @Override
    public void end(RunId run, Status status, String summary, String reportJson) {
        int changed = session.write(
                "UPDATE run SET status = ?, ended_at = ?, summary = ?, report = ? WHERE id = ? AND ended_at IS NULL",
                status.name(),
                status.isFinal() ? clock.millis() : null,
                summary,
                reportJson,
                run.text());
        if (changed == 0 && run(run.text()).isEmpty()) {
            throw unknown(run);
        }
    }

    @Override
    public Optional<Run> run(String id) {
        return session.one(JdbcJournal::run, RUN + "WHERE id = ?", id);
    }

    @Override
    public List<Run> runs(int atMost) {
        return session.all(JdbcJournal::run, RUN + "ORDER BY started_at DESC, id DESC LIMIT ?", atMost);
    }

    @Override
    public List<Run> runs(TableRef table, Status status) {
        return session.all(
                JdbcJournal::run,
                RUN + "WHERE table_format = ? AND table_address = ? AND status = ? ORDER BY started_at, id",
                table.format(),
                table.address(),
                status.name());
    }

    @Override
    public List<Run> unsettled(TableRef table) {
        return session.all(JdbcJournal::run, RUN + """
                        WHERE table_format = ? AND table_address = ? AND status IN (%s) AND settled_at IS NULL
                            AND EXISTS (SELECT 1 FROM written WHERE run_id = run.id)
                        ORDER BY started_at, id""".formatted(MAY_LEAVE_FILES), table.format(), table.address());
    }

    @Override
    public List<StepRecord> steps(RunId run) {
        return session.all(
                row -> new StepRecord(
                        row.getString("name"),
                        StepRecord.Outcome.valueOf(row.getString("outcome")),
                        Session.instant(row, "started_at"),
                        Duration.ofMillis(row.getLong("took")),
                        row.getString("text")),
                "SELECT name, outcome, started_at, took, text FROM step WHERE run_id = ? ORDER BY place",
                run.text());
    }

    @Override
    public List<Location> written(RunId run) {
        return session.all(
                row -> Location.parse(row.getString("location")),
                "SELECT location FROM written WHERE run_id = ? ORDER BY place",
                run.text());
    }

    @Override
    public Optional<MaintenancePlan> plan(String id) {
        return session.one(row -> row.getString(1), "SELECT json FROM plan WHERE id = ?", id)
                .map(json -> read(id, json));
    }

    private MaintenancePlan read(String id, String json) {
        String source = "%s, plan %s".formatted(session, id);
        MaintenancePlan plan = PlanJson.read(json, source);
        if (!plan.id().equals(id)) {
            throw new GateException(
                    Fault.UNSAFE, source, "What is stored under this name is plan %s.".formatted(plan.id()));
        }
        return plan;
    }

    @Override
    public Trend trend(String key, TableRef table) {
        return history.trend(key, table);
    }

    @Override
    public void keep(String key, TableRef table, Trend trend) {
        history.keep(key, table, trend);
    }

    @Override
    public void proves(Bucket bucket, Instant at) {
        history.proves(bucket, at);
    }

    @Override
    public Optional<Instant> proven(Bucket bucket) {
        return history.proven(bucket);
    }

    @Override
    public void measured(Measured measured) {
        history.measured(measured);
    }

    @Override
    public List<Measured> measurements(TableRef table, int atMost) {
        return history.measurements(table, atMost);
    }

    private GateException unknown(RunId run) {
        return new GateException(Fault.INTERNAL, session.toString(), "There is no run %s.".formatted(run));
    }

    @Override
    public void close() {
        session.close();
    }

    private static Run run(ResultSet row) throws SQLException {
        long endedAt = row.getLong("ended_at");
        Optional<Instant> end = row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(endedAt));
        return new Run(
                new RunId(row.getString("id")),
                row.getString("gate"),
                new TableRef(row.getString("table_format"), row.getString("table_address")),
                Status.valueOf(row.getString("status")),
                Session.instant(row, "started_at"),
                end,
                Optional.ofNullable(row.getString("plan_id")),
                row.getString("summary"),
                Optional.ofNullable(row.getString("report")));
    }
}
