-- table: columns-changed
-- versions: 2 3
CREATE TABLE {t} (id INT NOT NULL, a INT, f FLOAT, d DECIMAL(5, 2), gone STRING, s STRUCT<x: INT, y: STRING>) USING iceberg TBLPROPERTIES ('format-version'='{v}');
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ CAST(id AS INT), CAST(id AS INT), CAST(id / 3 AS FLOAT), CAST(id / 10 AS DECIMAL(5, 2)), 'gone', named_struct('x', CAST(id AS INT), 'y', 'y') FROM range(20);
ALTER TABLE {t} RENAME COLUMN a TO b;
ALTER TABLE {t} DROP COLUMN gone;
ALTER TABLE {t} ADD COLUMN a STRING AFTER id;
ALTER TABLE {t} ADD COLUMN gone INT FIRST;
ALTER TABLE {t} ALTER COLUMN id TYPE BIGINT;
ALTER TABLE {t} ALTER COLUMN b TYPE BIGINT;
ALTER TABLE {t} ALTER COLUMN f TYPE DOUBLE;
ALTER TABLE {t} ALTER COLUMN d TYPE DECIMAL(20, 2);
ALTER TABLE {t} ALTER COLUMN id DROP NOT NULL;
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ 7, id + 100, 'a', id * 10000000000, id / 7, CAST(id * 10000000000 AS DECIMAL(20, 2)), named_struct('x', CAST(id AS INT), 'y', 'y') FROM range(20);
ALTER TABLE {t} RENAME COLUMN s.x TO z;
ALTER TABLE {t} ADD COLUMN s.x DOUBLE;
ALTER TABLE {t} DROP COLUMN s.y;
ALTER TABLE {t} ALTER COLUMN s.z TYPE BIGINT;
INSERT INTO {t} SELECT 8, id + 200, 'a', id, id / 7, 1.5, named_struct('z', id * 10000000000, 'x', 0.5D) FROM range(20);

-- table: nested-columns-changed
-- versions: 2
CREATE TABLE {t} (id BIGINT, points ARRAY<STRUCT<x: INT, y: INT>>, m MAP<STRING, STRUCT<v: INT>>, s STRUCT<a: STRUCT<b: INT, c: INT>>) USING iceberg TBLPROPERTIES ('format-version'='{v}');
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id, IF(id % 3 = 0, NULL, array(named_struct('x', 1, 'y', 2), NULL)), map('k', named_struct('v', 3)), named_struct('a', IF(id % 3 = 1, NULL, named_struct('b', 1, 'c', 2))) FROM range(20);
ALTER TABLE {t} ADD COLUMN points.element.z DOUBLE;
ALTER TABLE {t} RENAME COLUMN points.element.x TO w;
ALTER TABLE {t} ADD COLUMN m.value.n STRING;
ALTER TABLE {t} ALTER COLUMN m.value.v TYPE BIGINT;
ALTER TABLE {t} DROP COLUMN s.a.b;
ALTER TABLE {t} ADD COLUMN s.added ARRAY<INT>;
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + 100, array(named_struct('w', 1, 'y', 2, 'z', 0.5D)), map('k', named_struct('v', id, 'n', 'n')), named_struct('a', named_struct('c', 4), 'added', array(1)) FROM range(20);

-- table: only-new-columns-left
CREATE TABLE {t} (id BIGINT, s STRUCT<a: INT>) USING iceberg;
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id, IF(id % 2 = 0, NULL, named_struct('a', 1)) FROM range(20);
ALTER TABLE {t} ADD COLUMN s.b INT;
ALTER TABLE {t} DROP COLUMN s.a;
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + 100, named_struct('b', 2) FROM range(20);

-- table: defaults
-- versions: 3
CREATE TABLE {t} (id BIGINT) USING iceberg TBLPROPERTIES ('format-version'='{v}');
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id FROM range(20);
ADD COLUMN TO {t}: n int = 7;
ADD COLUMN TO {t}: s string = some text;
ADD COLUMN TO {t}: day date = 2026-11-30;
ADD COLUMN TO {t}: d decimal(9, 2) = 12.34;
ADD COLUMN TO {t}: f double = 0.5;
ADD COLUMN TO {t}: flag boolean = true;
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + 100, 8, NULL, NULL, NULL, NULL, NULL FROM range(20);

-- table: renamed-columns-changed-places
CREATE TABLE {t} (id BIGINT, a STRING, b STRING) USING iceberg;
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id, 'a', 'b' FROM range(20);
ALTER TABLE {t} RENAME COLUMN a TO c;
ALTER TABLE {t} RENAME COLUMN b TO a;
ALTER TABLE {t} RENAME COLUMN c TO b;
ALTER TABLE {t} ALTER COLUMN b AFTER a;
INSERT INTO {t} (id, a, b) SELECT /*+ REPARTITION(2) */ id + 100, 'new a', 'new b' FROM range(20);

-- table: identifier-fields
CREATE TABLE {t} (id BIGINT NOT NULL, region STRING NOT NULL) USING iceberg;
ALTER TABLE {t} SET IDENTIFIER FIELDS id, region;
INSERT INTO {t} SELECT /*+ REPARTITION(4) */ id, 'r' FROM range(20);

-- table: files-without-ids
-- Files of plain Spark, taken over as they are, found by their names.
-- versions: 1 3
CREATE TABLE {t} (id BIGINT, name STRING, s STRUCT<a: INT, b: ARRAY<STRUCT<c: STRING>>>) USING iceberg TBLPROPERTIES ('format-version'='{v}');
INSERT OVERWRITE DIRECTORY '{folder}/plain' USING parquet SELECT /*+ REPARTITION(3) */ id, concat('n', id) AS name, named_struct('a', CAST(id AS INT), 'b', array(named_struct('c', 'x'))) AS s FROM range(30);
CALL {c}.system.add_files(table => '{t}', source_table => '`parquet`.`{folder}/plain`');
ALTER TABLE {t} RENAME COLUMN name TO title;
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + 100, 't', NULL FROM range(10);

-- table: files-without-ids-partitioned
CREATE TABLE {t} (id BIGINT, name STRING, region STRING) USING iceberg PARTITIONED BY (region);
INSERT OVERWRITE DIRECTORY '{folder}/plain/region=r 0' USING parquet SELECT /*+ REPARTITION(2) */ id, concat('n', id) AS name FROM range(30);
INSERT OVERWRITE DIRECTORY '{folder}/plain/region=r 1' USING parquet SELECT /*+ REPARTITION(2) */ id + 50 AS id, concat('n', id) AS name FROM range(30);
CALL {c}.system.add_files(table => '{t}', source_table => '`parquet`.`{folder}/plain`');
INSERT INTO {t} SELECT id + 100, 't', 'r 1' FROM range(10);
