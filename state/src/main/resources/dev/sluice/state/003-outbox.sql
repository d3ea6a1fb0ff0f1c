-- Messages on runs: written before they are sent, and kept with what became of them.
CREATE TABLE notice (
    run_id TEXT NOT NULL REFERENCES run (id),
    notifier TEXT NOT NULL,
    occasion TEXT NOT NULL,
    message TEXT NOT NULL,
    report TEXT NOT NULL,
    written_at BIGINT NOT NULL,
    standing TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    not_before BIGINT NOT NULL,
    since BIGINT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (run_id, notifier, occasion)
);

CREATE INDEX notice_by_notifier ON notice (notifier, standing, written_at);
