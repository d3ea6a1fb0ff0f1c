-- table: nothing-written
-- expect: left alone
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region);

-- table: all-rows-gone
-- expect: left alone
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region);
REPEAT 2: INSERT INTO {t} SELECT id + {i} * 100, 'r' FROM range(20);
DELETE FROM {t} WHERE true;

-- table: many-appends
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('commit.manifest-merge.enabled'='false', 'write.distribution-mode'='none');
REPEAT 12: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(4);

-- table: manifests-merged
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('commit.manifest.min-count-to-merge'='2');
REPEAT 6: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(4);
CALL {c}.system.rewrite_manifests('{t}');

-- table: tags-and-branches
-- versions: 2 3
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('format-version'='{v}', 'write.delete.mode'='merge-on-read');
REPEAT 2: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(20);
ALTER TABLE {t} CREATE TAG `release 1` RETAIN 9000 DAYS;
DELETE FROM {t} WHERE id % 5 = 0;
ALTER TABLE {t} CREATE BRANCH audit RETAIN 9000 DAYS WITH SNAPSHOT RETENTION 2 SNAPSHOTS;
INSERT INTO {t}.branch_audit SELECT id + 1000, 'audited' FROM range(10);
DELETE FROM {t}.branch_audit WHERE id % 7 = 0;
INSERT INTO {t} SELECT id + 300, concat('r', id % 2) FROM range(20);
ALTER TABLE {t} CREATE TAG `before` RETAIN 9000 DAYS;
DELETE FROM {t} WHERE id % 5 = 1;

-- table: rolled-back
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region);
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(20);
ALTER TABLE {t} CREATE TAG good;
DELETE FROM {t} WHERE region = 'r0';
CALL {c}.system.set_current_snapshot(table => '{t}', ref => 'good');
INSERT INTO {t} SELECT id + 500, concat('r', id % 2) FROM range(20);

-- table: overwritten
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region);
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 3) FROM range(30);
INSERT OVERWRITE {t} SELECT id + 500, 'r1' FROM range(10);
REPEAT 2: INSERT INTO {t} SELECT id + 600 + {i} * 100, concat('r', id % 3) FROM range(30);

-- table: garbage-collection-off
-- Nothing is forgotten and nothing removed; compaction does neither.
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('gc.enabled'='false');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(20);

-- table: versions-kept-by-the-table
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('history.expire.min-snapshots-to-keep'='4');
REPEAT 6: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(10);

-- table: statistics
-- versions: 3
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('format-version'='{v}');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(20);
CALL {c}.system.compute_table_stats(table => '{t}');
CALL {c}.system.compute_partition_stats(table => '{t}');

-- table: distribution-range
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('write.distribution-mode'='range', 'write.spark.fanout.enabled'='true');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(20);

-- table: maintained-by-spark-before
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('format-version'='3', 'write.delete.mode'='merge-on-read');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(20);
DELETE FROM {t} WHERE id % 5 = 0;
CALL {c}.system.rewrite_data_files(table => '{t}', options => map('rewrite-all', 'true'));
CALL {c}.system.expire_snapshots(table => '{t}', older_than => TIMESTAMP'2100-01-01 00:00:00', retain_last => 2);
REPEAT 3: INSERT INTO {t} SELECT id + 500 + {i} * 100, concat('r', id % 2) FROM range(20);
DELETE FROM {t} WHERE id % 5 = 1;
