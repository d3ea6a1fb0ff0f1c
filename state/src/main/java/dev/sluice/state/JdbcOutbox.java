/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import dev.sluice.core.notify.MessageJson;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.notify.Outbox;
import dev.sluice.core.run.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The outbox beside a {@link JdbcJournal}, closed with it. Times are kept to the millisecond. */
public final class JdbcOutbox implements Outbox {

    private static final String COLUMNS =
            "run_id, notifier, message, report, written_at, standing, attempts, not_before, since, reason";

    /** The place of an occasion in the order of their urgency. */
    private static final String URGENCY = urgency();

    private final Session session;

    JdbcOutbox(Session session) {
        this.session = session;
    }

    private static String urgency() {
        Occasion[] fromTheMostUrgent = Occasion.values();
        return IntStream.range(0, fromTheMostUrgent.length)
                .mapToObj(place -> "WHEN '%s' THEN %d".formatted(fromTheMostUrgent[place], place))
                .collect(Collectors.joining(" ", "CASE occasion ", " END"));
    }

    @Override
    public void put(Notice notice) {
        session.write(
                """
                INSERT INTO notice (run_id, notifier, occasion, message, report, written_at, standing, attempts, not_before,
                    since, reason)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run_id, notifier, occasion) DO NOTHING""",
                notice.run().text(),
                notice.notifier(),
                notice.occasion().name(),
                MessageJson.write(notice.message()),
                notice.report(),
                notice.writtenAt().toEpochMilli(),
                notice.standing().name(),
                notice.attempts(),
                notice.notBefore().toEpochMilli(),
                notice.since().toEpochMilli(),
                notice.reason());
    }

    @Override
    public void atOnce(Runnable writes) {
        session.atOnce(writes);
    }

    @Override
    public List<Notice> take(String notifier, int atMost, Instant now, Instant until) {
        // One statement, so that no two take the same. What it gives has no order.
        return session
                .all(
                        this::notice,
                        """
                        UPDATE notice SET not_before = ?
                        WHERE (run_id, notifier, occasion) IN (
                                SELECT run_id, notifier, occasion FROM notice
                                WHERE notifier = ? AND standing = 'WAITING'
                                ORDER BY %s, written_at, run_id LIMIT ?)
                            AND NOT EXISTS (
                                SELECT 1 FROM notice WHERE notifier = ? AND standing = 'WAITING' AND not_before > ?)
                        RETURNING %s""".formatted(URGENCY, COLUMNS),
                        until.toEpochMilli(),
                        notifier,
                        atMost,
                        notifier,
                        now.toEpochMilli())
                .stream()
                .sorted(Comparator.comparing(Notice::occasion)
                        .thenComparing(Notice::writtenAt)
                        .thenComparing(notice -> notice.run().text()))
                .toList();
    }

    /** What was settled meanwhile by somebody else stays settled. */
    @Override
    public void update(Notice notice) {
        session.write(
                """
                UPDATE notice SET standing = ?, attempts = ?, not_before = ?, since = ?, reason = ?
                WHERE run_id = ? AND notifier = ? AND occasion = ? AND standing = 'WAITING'""",
                notice.standing().name(),
                notice.attempts(),
                notice.notBefore().toEpochMilli(),
                notice.since().toEpochMilli(),
                notice.reason(),
                notice.run().text(),
                notice.notifier(),
                notice.occasion().name());
    }

    @Override
    public List<Notice> of(RunId run) {
        return session.all(
                this::notice,
                "SELECT %s FROM notice WHERE run_id = ? ORDER BY written_at, notifier".formatted(COLUMNS),
                run.text());
    }

    @Override
    public Optional<Instant> lastSent(String notifier) {
        return session.one(
                row -> Session.instant(row, "since"),
                "SELECT since FROM notice WHERE notifier = ? AND standing = 'SENT' ORDER BY since DESC LIMIT 1",
                notifier);
    }

    private Notice notice(ResultSet row) throws SQLException {
        return new Notice(
                new RunId(row.getString("run_id")),
                row.getString("notifier"),
                MessageJson.read(row.getString("message"), session.toString()),
                row.getString("report"),
                Session.instant(row, "written_at"),
                Notice.Standing.valueOf(row.getString("standing")),
                row.getInt("attempts"),
                Session.instant(row, "not_before"),
                Session.instant(row, "since"),
                row.getString("reason"));
    }
}
