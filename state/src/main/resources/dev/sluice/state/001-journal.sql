-- Times are milliseconds since 1970 in UTC. Only what SQLite and PostgreSQL both read: a second database is another
-- Database, not another file. A statement ends with a semicolon at the end of its line.

CREATE TABLE plan (
    id TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL,
    json TEXT NOT NULL
);

CREATE TABLE run (
    id TEXT NOT NULL PRIMARY KEY,
    gate TEXT NOT NULL,
    table_format TEXT NOT NULL,
    table_address TEXT NOT NULL,
    status TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    plan_id TEXT REFERENCES plan (id),
    summary TEXT NOT NULL,
    report TEXT
);

CREATE INDEX run_by_start ON run (started_at, id);

CREATE TABLE step (
    run_id TEXT NOT NULL REFERENCES run (id),
    name TEXT NOT NULL,
    place BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    took BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run_id, name)
);

CREATE TABLE answer (
    run_id TEXT NOT NULL PRIMARY KEY REFERENCES run (id),
    kind TEXT NOT NULL,
    answered_by TEXT NOT NULL,
    answered_at BIGINT NOT NULL,
    plan_hash TEXT NOT NULL,
    reason TEXT NOT NULL
);

CREATE TABLE written (
    run_id TEXT NOT NULL REFERENCES run (id),
    place BIGINT NOT NULL,
    location TEXT NOT NULL,
    PRIMARY KEY (run_id, place)
);

CREATE TABLE trend (
    name TEXT NOT NULL,
    table_format TEXT NOT NULL,
    table_address TEXT NOT NULL,
    streak BIGINT NOT NULL,
    fragments BIGINT NOT NULL,
    tombstone_percent DOUBLE PRECISION NOT NULL,
    evaluated_at BIGINT NOT NULL,
    PRIMARY KEY (name, table_format, table_address)
);

CREATE TABLE measurement (
    table_format TEXT NOT NULL,
    table_address TEXT NOT NULL,
    measured_at BIGINT NOT NULL,
    place BIGINT NOT NULL,
    version BIGINT NOT NULL,
    files BIGINT NOT NULL,
    small_files BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    stored_rows BIGINT NOT NULL,
    deleted_rows BIGINT NOT NULL,
    PRIMARY KEY (table_format, table_address, measured_at, place)
);
