-- table: copy-on-write
-- versions: 1 3
CREATE TABLE {t} (id BIGINT, region STRING, amount INT) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('format-version'='{v}');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 3), 1 FROM range(30);
DELETE FROM {t} WHERE id % 5 = 0;
UPDATE {t} SET amount = amount + 1 WHERE id % 5 = 1;
MERGE INTO {t} t USING (SELECT id + 20 AS id FROM range(20)) s ON t.id = s.id WHEN MATCHED AND t.id % 2 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET amount = 9 WHEN NOT MATCHED THEN INSERT (id, region, amount) VALUES (s.id + 1000, 'r0', 7);
REPEAT 2: INSERT INTO {t} SELECT id + 2000 + {i} * 100, concat('r', id % 3), 1 FROM range(30);

-- table: merge-on-read
-- versions: 2 3
CREATE TABLE {t} (id BIGINT, region STRING, amount INT) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('format-version'='{v}', 'write.delete.mode'='merge-on-read', 'write.update.mode'='merge-on-read', 'write.merge.mode'='merge-on-read');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 3), 1 FROM range(30);
DELETE FROM {t} WHERE id % 5 = 0;
UPDATE {t} SET amount = amount + 1 WHERE id % 5 = 1;
MERGE INTO {t} t USING (SELECT id + 20 AS id FROM range(20)) s ON t.id = s.id WHEN MATCHED AND t.id % 2 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET amount = 9 WHEN NOT MATCHED THEN INSERT (id, region, amount) VALUES (s.id + 1000, 'r0', 7);
UPDATE {t} SET region = 'r1' WHERE id % 7 = 2;

-- table: merge-on-read-unpartitioned
-- versions: 2 3
CREATE TABLE {t} (id BIGINT, amount INT) USING iceberg TBLPROPERTIES ('format-version'='{v}', 'write.delete.mode'='merge-on-read', 'write.update.mode'='merge-on-read', 'write.delete.granularity'='partition');
INSERT INTO {t} SELECT /*+ REPARTITION(5) */ id, 1 FROM range(100);
DELETE FROM {t} WHERE id % 5 = 0;
DELETE FROM {t} WHERE id % 5 = 1;
UPDATE {t} SET amount = 2 WHERE id % 5 = 2;

-- table: deletes-without-ends
-- Versions 2 and 3 in one table: position deletes that became vectors.
CREATE TABLE {t} (id BIGINT, amount INT) USING iceberg TBLPROPERTIES ('format-version'='2', 'write.delete.mode'='merge-on-read');
INSERT INTO {t} SELECT /*+ REPARTITION(4) */ id, 1 FROM range(100);
DELETE FROM {t} WHERE id % 5 = 0;
ALTER TABLE {t} SET TBLPROPERTIES ('format-version'='3');
DELETE FROM {t} WHERE id % 7 = 0;
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + 200, 2 FROM range(10);

-- table: one-file-with-deletes
-- versions: 3
CREATE TABLE {t} (id BIGINT, amount INT) USING iceberg TBLPROPERTIES ('format-version'='{v}', 'write.delete.mode'='merge-on-read');
INSERT INTO {t} SELECT /*+ REPARTITION(1) */ id, 1 FROM range(100);
DELETE FROM {t} WHERE id % 2 = 0;

-- table: whole-files-deleted
-- versions: 3
-- expect: whatever
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('format-version'='{v}', 'write.delete.mode'='merge-on-read');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 3) FROM range(30);
DELETE FROM {t} WHERE region = 'r0';
DELETE FROM {t} WHERE id >= 100 AND id < 200;

-- table: every-row-deleted
-- versions: 2
CREATE TABLE {t} (id BIGINT, amount INT) USING iceberg TBLPROPERTIES ('format-version'='{v}', 'write.delete.mode'='merge-on-read', 'write.update.mode'='merge-on-read');
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id, 1 FROM range(30);
UPDATE {t} SET amount = 2;

-- table: equality-deletes
-- versions: 2 3
CREATE TABLE {t} (id BIGINT, name STRING, amount DOUBLE) USING iceberg TBLPROPERTIES ('format-version'='{v}', 'write.delete.mode'='merge-on-read');
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id, IF(id % 4 = 0, NULL, concat('n', id % 10)), IF(id % 6 = 0, double('NaN'), id / 2) FROM range(60);
EQUALITY DELETE FROM {t}: SELECT id FROM {t} WHERE id % 7 = 0;
INSERT INTO {t} SELECT id, 'again', 0 FROM range(0, 60, 14);
EQUALITY DELETE FROM {t}: SELECT DISTINCT name FROM {t} WHERE name IS NULL OR name = 'n3';
EQUALITY DELETE FROM {t}: SELECT DISTINCT name, amount FROM {t} WHERE name = 'n6' AND isnan(amount);
DELETE FROM {t} WHERE id % 13 = 0;
INSERT INTO {t} SELECT id + 100, NULL, double('NaN') FROM range(5);

-- table: equality-deletes-partitioned
-- versions: 2 3
CREATE TABLE {t} (id BIGINT, region STRING, at TIMESTAMP) USING iceberg PARTITIONED BY (region, days(at)) TBLPROPERTIES ('format-version'='{v}');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, IF(id % 3 = 0, NULL, concat('r', id % 3)), timestamp_seconds(id % 2 * 90000) FROM range(24);
EQUALITY DELETE FROM {t}: SELECT id, region, at FROM {t} WHERE id % 5 = 0;
INSERT INTO {t} SELECT id, 'r1', timestamp_seconds(0) FROM range(0, 24, 10);

-- table: equality-deletes-evolved
-- By columns that were renamed, widened and dropped since.
CREATE TABLE {t} (id BIGINT, num INT, gone STRING) USING iceberg TBLPROPERTIES ('format-version'='2');
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id, CAST(id % 10 AS INT), concat('g', id % 4) FROM range(60);
EQUALITY DELETE FROM {t}: SELECT DISTINCT num FROM {t} WHERE num = 3;
EQUALITY DELETE FROM {t}: SELECT DISTINCT gone FROM {t} WHERE gone = 'g1';
ALTER TABLE {t} RENAME COLUMN num TO number;
ALTER TABLE {t} ALTER COLUMN number TYPE BIGINT;
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + 100, 3, 'g1' FROM range(10);

-- table: equality-deletes-over-specs
-- An unpartitioned delete reaches files of every spec.
-- versions: 2 3
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg TBLPROPERTIES ('format-version'='{v}');
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id, concat('r', id % 2) FROM range(40);
EQUALITY DELETE FROM {t}: SELECT id FROM {t} WHERE id % 9 = 0;
ALTER TABLE {t} ADD PARTITION FIELD region;
REPEAT 3: INSERT INTO {t} SELECT id + 100 + {i} * 100, concat('r', id % 2) FROM range(20);
EQUALITY DELETE FROM {t}: SELECT id, region FROM {t} WHERE id >= 100 AND id % 9 = 0;
INSERT INTO {t} SELECT id, 'r0' FROM range(0, 40, 9);

-- table: dangling-deletes
-- versions: 2 3
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('format-version'='{v}', 'write.delete.mode'='merge-on-read');
REPEAT 2: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 3) FROM range(30);
DELETE FROM {t} WHERE id % 5 = 0;
EQUALITY DELETE FROM {t}: SELECT id, region FROM {t} WHERE id % 7 = 0;
CALL {c}.system.rewrite_data_files(table => '{t}', options => map('rewrite-all', 'true'));
REPEAT 2: INSERT INTO {t} SELECT id + 500 + {i} * 100, concat('r', id % 3) FROM range(30);

-- table: lineage-since-an-upgrade
-- Rows from before row ids were kept, and after.
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('format-version'='2', 'write.delete.mode'='merge-on-read', 'write.update.mode'='merge-on-read');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(20);
DELETE FROM {t} WHERE id % 10 = 3;
ALTER TABLE {t} SET TBLPROPERTIES ('format-version'='3');
INSERT INTO {t} SELECT id + 400, concat('r', id % 2) FROM range(20);
UPDATE {t} SET region = 'r1' WHERE id % 10 = 4;

-- table: lineage-copied
-- Row ids that are stored in files, as rewrites leave them.
-- versions: 3
CREATE TABLE {t} (id BIGINT, amount INT) USING iceberg TBLPROPERTIES ('format-version'='{v}');
REPEAT 3: INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + {i} * 100, 1 FROM range(20);
UPDATE {t} SET amount = 2 WHERE id % 10 = 3;
MERGE INTO {t} t USING (SELECT id FROM range(20)) s ON t.id = s.id + 100 WHEN MATCHED AND s.id < 5 THEN DELETE WHEN MATCHED AND s.id < 10 THEN UPDATE SET amount = 3;
REPEAT 3: INSERT INTO {t} SELECT id + 400 + {i} * 100, 1 FROM range(5);
