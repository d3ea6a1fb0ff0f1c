-- table: all-types
-- versions: 1 3
CREATE TABLE {t} (id BIGINT NOT NULL, b BOOLEAN, i INT, l BIGINT, f FLOAT, d DOUBLE, d9 DECIMAL(9, 2), d18 DECIMAL(18, 6), d38 DECIMAL(38, 20), day DATE, at TIMESTAMP, local TIMESTAMP_NTZ, s STRING, bin BINARY, st STRUCT<a: INT, b: STRUCT<c: STRING, d: ARRAY<BIGINT>>>, arr ARRAY<STRING>, arr2 ARRAY<ARRAY<STRUCT<x: INT, y: DOUBLE>>>, m MAP<STRING, BIGINT>, m2 MAP<INT, ARRAY<STRUCT<k: STRING>>>) USING iceberg TBLPROPERTIES ('format-version'='{v}');
INSERT INTO {t} SELECT /*+ REPARTITION(4) */ id, id % 2 = 0, CAST(id AS INT), id * 10000000000, CAST(id / 3 AS FLOAT), id / 7, CAST(id AS DECIMAL(9, 2)), CAST(-id AS DECIMAL(18, 6)), CAST(id / 3 AS DECIMAL(38, 20)), date_add(DATE'1970-01-01', CAST(id * 1000 AS INT)), timestamp_micros(id * 123456789012), TIMESTAMP_NTZ'2026-11-30 01:02:03.456789', concat('text ', id), CAST(concat('b', id) AS BINARY), named_struct('a', CAST(id AS INT), 'b', named_struct('c', 'x', 'd', array(id, NULL))), array('a', NULL, ''), array(array(named_struct('x', 1, 'y', 0.5D)), NULL, array()), map('k', id, 'l', NULL), map(1, array(named_struct('k', 'v')), 2, NULL) FROM range(40);
INSERT INTO {t} (id) SELECT /*+ REPARTITION(2) */ id + 100 FROM range(10);

-- table: extreme-values
-- versions: 3
CREATE TABLE {t} (id BIGINT, i INT, l BIGINT, f FLOAT, d DOUBLE, d38 DECIMAL(38, 0), day DATE, at TIMESTAMP, local TIMESTAMP_NTZ, s STRING, bin BINARY) USING iceberg TBLPROPERTIES ('format-version'='{v}');
INSERT INTO {t} VALUES (0, -2147483648, -9223372036854775808, float('NaN'), double('NaN'), 99999999999999999999999999999999999999BD, DATE'0001-01-01', TIMESTAMP'0001-01-01 00:00:00Z', TIMESTAMP_NTZ'0001-01-01 00:00:00', '', X'');
INSERT INTO {t} VALUES (1, 2147483647, 9223372036854775807, float('-0.0'), double('-0.0'), -99999999999999999999999999999999999999BD, DATE'9999-12-31', TIMESTAMP'9999-12-31 23:59:59.999999Z', TIMESTAMP_NTZ'9999-12-31 23:59:59.999999', repeat('ÿ', 300), unhex(repeat('FF', 300)));
INSERT INTO {t} VALUES (2, 0, 0, float('0.0'), double('0.0'), 0BD, DATE'1582-10-04', TIMESTAMP'1582-10-04 00:00:00Z', TIMESTAMP_NTZ'1582-10-15 00:00:00', '\u0000', X'00'), (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO {t} VALUES (4, 1, 1, float('Infinity'), double('-Infinity'), 1BD, DATE'1969-12-31', TIMESTAMP'1969-12-31 23:59:59.999999Z', TIMESTAMP_NTZ'1969-12-31 23:59:59.999999', repeat('😀', 20), X'FFFFFFFF'), (5, 1, 1, float('1.4E-45'), double('4.9E-324'), 1BD, DATE'+10000-01-01', TIMESTAMP'+10000-01-01 00:00:00Z', TIMESTAMP_NTZ'2026-02-28 00:00:00', 'é', X'7F');

-- table: nothing-but-nan
CREATE TABLE {t} (id BIGINT, f FLOAT, d DOUBLE, n DOUBLE) USING iceberg;
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 10, float('NaN'), double('NaN'), CAST(NULL AS DOUBLE) FROM range(5);

-- table: uuid-and-fixed
-- versions: 3
CREATE TABLE {t} (id BIGINT) USING iceberg TBLPROPERTIES ('format-version'='{v}');
ADD COLUMN TO {t}: u uuid;
ADD COLUMN TO {t}: f fixed[4];
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, IF(id = 0, NULL, concat('ffffffff-0000-4000-8000-0000000000', lpad(CAST(id AS STRING), 2, '0'))), IF(id = 1, NULL, X'FF00FF01') FROM range(20);

-- table: variant
-- expect: refused
-- versions: 3
CREATE TABLE {t} (id BIGINT, v VARIANT) USING iceberg TBLPROPERTIES ('format-version'='{v}');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, parse_json('{"a": 1}') FROM range(5);

-- table: wide
CREATE TABLE {t} USING iceberg AS SELECT id, id + 1 AS c1, id + 2 AS c2, CAST(id AS STRING) AS c3, id / 4 AS c4, array(id) AS c5, named_struct('x', id, 'y', named_struct('z', id)) AS c6, id % 2 AS c7, id % 3 AS c8, 'k' AS c9, CAST(NULL AS STRING) AS c10 FROM range(10);
ALTER TABLE {t} ADD COLUMNS (c11 INT, c12 INT, c13 STRING, c14 STRING, c15 DATE, c16 TIMESTAMP, c17 BINARY, c18 DOUBLE, c19 FLOAT, c20 BOOLEAN, c21 ARRAY<INT>, c22 MAP<STRING, STRING>);
REPEAT 3: INSERT INTO {t} (id, c12, c14, c16, c22) SELECT id + 100 + {i} * 10, 7, 'x', timestamp_seconds(id), map('a', NULL) FROM range(10);

-- table: many-rows
-- Several row groups and pages, dictionaries that are given up half-way.
CREATE TABLE {t} (id BIGINT, s STRING, u STRING, d DOUBLE, arr ARRAY<INT>) USING iceberg TBLPROPERTIES ('write.parquet.row-group-size-bytes'='262144', 'write.parquet.page-size-bytes'='16384', 'write.parquet.dict-size-bytes'='4096', 'write.delete.mode'='merge-on-read');
REPEAT 3: INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + {i} * 30000, concat('s', id % 10), CAST(xxhash64(id) AS STRING), id / 3, IF(id % 9 = 0, NULL, sequence(0, CAST(id % 5 AS INT))) FROM range(30000);
DELETE FROM {t} WHERE id % 11 = 5;

-- table: deep
CREATE TABLE {t} (id BIGINT, x ARRAY<MAP<STRING, ARRAY<STRUCT<a: ARRAY<INT>, b: MAP<INT, STRUCT<c: STRING>>>>>>) USING iceberg;
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id, CASE id % 4 WHEN 0 THEN NULL WHEN 1 THEN array() WHEN 2 THEN array(NULL, map()) ELSE array(map('k', array(NULL, named_struct('a', array(1, NULL), 'b', map(1, named_struct('c', 'v'), 2, NULL))), 'l', NULL)) END FROM range(24);
