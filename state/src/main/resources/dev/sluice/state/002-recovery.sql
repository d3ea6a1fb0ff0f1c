-- When it was certain that nothing is left of what a run wrote and did not commit. Until this version a plan was one
-- commit, so a run that ended as compacted had committed all that it wrote.
ALTER TABLE run ADD COLUMN settled_at BIGINT;

UPDATE run SET settled_at = ended_at WHERE status = 'COMPACTED';

CREATE INDEX run_by_table ON run (table_format, table_address, status, started_at, id);
