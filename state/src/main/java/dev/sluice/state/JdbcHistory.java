/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import dev.sluice.core.health.Trend;
import dev.sluice.core.run.Measured;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The part of a journal that belongs to tables and services and not to runs: trends, measurements and proofs. */
final class JdbcHistory {

    private final Session session;

    JdbcHistory(Session session) {
        this.session = session;
    }

    Trend trend(String key, TableRef table) {
        return session.one(
                        row -> new Trend(
                                row.getInt("streak"),
                                row.getLong("fragments"),
                                row.getDouble("tombstone_percent"),
                                Session.instant(row, "evaluated_at")),
                        """
                        SELECT streak, fragments, tombstone_percent, evaluated_at FROM trend
                        WHERE name = ? AND table_format = ? AND table_address = ?""",
                        key,
                        table.format(),
                        table.address())
                .orElse(Trend.NONE);
    }

    void keep(String key, TableRef table, Trend trend) {
        session.write(
                """
                INSERT INTO trend (name, table_format, table_address, streak, fragments, tombstone_percent, evaluated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (name, table_format, table_address) DO UPDATE SET
                    streak = excluded.streak, fragments = excluded.fragments,
                    tombstone_percent = excluded.tombstone_percent, evaluated_at = excluded.evaluated_at""",
                key,
                table.format(),
                table.address(),
                trend.streak(),
                trend.fragments(),
                trend.tombstonePercent(),
                trend.evaluatedAt().toEpochMilli());
    }

    void proves(Bucket bucket, Instant at) {
        session.write("""
                INSERT INTO proof (endpoint, bucket, proved_at) VALUES (?, ?, ?)
                ON CONFLICT (endpoint, bucket) DO UPDATE SET proved_at = excluded.proved_at""", bucket.endpoint(), bucket.name(), at.toEpochMilli());
    }

    Optional<Instant> proven(Bucket bucket) {
        return session.one(
                row -> Session.instant(row, "proved_at"),
                "SELECT proved_at FROM proof WHERE endpoint = ? AND bucket = ?",
                bucket.endpoint(),
                bucket.name());
    }

    void measured(Measured measured) {
        String format = measured.table().format();
        String address = measured.table().address();
        long at = measured.at().toEpochMilli();
        session.write(
                """
                INSERT INTO measurement (table_format, table_address, measured_at, place, version, files, small_files,
                    bytes, stored_rows, deleted_rows)
                VALUES (?, ?, ?, (SELECT COALESCE(MAX(place), 0) + 1 FROM measurement
                    WHERE table_format = ? AND table_address = ? AND measured_at = ?), ?, ?, ?, ?, ?, ?)""",
                format,
                address,
                at,
                format,
                address,
                at,
                measured.version(),
                measured.files(),
                measured.smallFiles(),
                measured.bytes().count(),
                measured.rows(),
                measured.deletedRows());
    }

    List<Measured> measurements(TableRef table, int atMost) {
        return session.all(
                row -> new Measured(
                        table,
                        Session.instant(row, "measured_at"),
                        row.getLong("version"),
                        row.getLong("files"),
                        row.getLong("small_files"),
                        Bytes.of(row.getLong("bytes")),
                        row.getLong("stored_rows"),
                        row.getLong("deleted_rows")),
                """
                SELECT measured_at, version, files, small_files, bytes, stored_rows, deleted_rows FROM measurement
                WHERE table_format = ? AND table_address = ? ORDER BY measured_at DESC, place DESC LIMIT ?""",
                table.format(),
                table.address(),
                atMost);
    }
}
