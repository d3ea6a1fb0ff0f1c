-- table: unpartitioned
-- versions: 1 2
CREATE TABLE {t} (id BIGINT, name STRING, amount DOUBLE) USING iceberg TBLPROPERTIES ('format-version'='{v}');
REPEAT 3: INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id + {i} * 100, concat('name ', id % 7), id / 3 FROM range(40);

-- table: identity-string
-- versions: 1 3
CREATE TABLE {t} (id BIGINT, region STRING, amount DOUBLE) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('format-version'='{v}');
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, CASE id % 4 WHEN 0 THEN 'north' WHEN 1 THEN '' WHEN 2 THEN NULL ELSE 'süd/ost 100%' END, id * 1.5 FROM range(20);

-- table: identity-numbers
-- versions: 2
CREATE TABLE {t} (id BIGINT, i INT, l BIGINT, d DECIMAL(9, 2)) USING iceberg PARTITIONED BY (i, l, d) TBLPROPERTIES ('format-version'='{v}');
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, CAST(id % 3 - 1 AS INT), IF(id % 3 = 0, NULL, id % 3 * 10000000000), CAST(id % 3 * -1.25 AS DECIMAL(9, 2)) FROM range(12);

-- table: identity-dates-booleans
CREATE TABLE {t} (id BIGINT, day DATE, flag BOOLEAN) USING iceberg PARTITIONED BY (day, flag);
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, CASE id % 3 WHEN 0 THEN DATE'1969-12-31' WHEN 1 THEN DATE'9999-12-31' END, CASE id % 2 WHEN 0 THEN true END FROM range(24);

-- table: identity-timestamps
-- versions: 3
CREATE TABLE {t} (id BIGINT, at TIMESTAMP, local TIMESTAMP_NTZ) USING iceberg PARTITIONED BY (at, local) TBLPROPERTIES ('format-version'='{v}');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, timestamp_micros(id % 3 * 1234567890123 - 1), TIMESTAMP_NTZ'1900-01-01 00:00:00.000001' FROM range(12);

-- table: identity-decimal-wide
CREATE TABLE {t} (id BIGINT, d DECIMAL(38, 10)) USING iceberg PARTITIONED BY (d);
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, CASE id % 3 WHEN 0 THEN 9999999999999999999999999999.0123456789BD WHEN 1 THEN -0.0000000001BD END FROM range(12);

-- table: identity-floats
CREATE TABLE {t} (id BIGINT, f FLOAT, d DOUBLE) USING iceberg PARTITIONED BY (f, d);
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, CASE id % 4 WHEN 0 THEN float('NaN') WHEN 1 THEN float('-Infinity') WHEN 2 THEN float('1.5') END, CASE id % 4 WHEN 0 THEN double('NaN') WHEN 1 THEN double('Infinity') WHEN 2 THEN double('0.0') END FROM range(16);

-- table: identity-binary
CREATE TABLE {t} (id BIGINT, b BINARY) USING iceberg PARTITIONED BY (b);
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, CASE id % 3 WHEN 0 THEN X'00FF2F25' WHEN 1 THEN X'' END FROM range(12);

-- table: years
-- versions: 1
CREATE TABLE {t} (id BIGINT, at TIMESTAMP) USING iceberg PARTITIONED BY (years(at)) TBLPROPERTIES ('format-version'='{v}');
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, IF(id = 0, NULL, make_timestamp(1965 + CAST(id % 3 AS INT) * 5, 12, 31, 23, 59, 59.999999)) FROM range(20);

-- table: months
CREATE TABLE {t} (id BIGINT, day DATE) USING iceberg PARTITIONED BY (months(day));
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, IF(id = 0, NULL, add_months(DATE'1969-11-30', CAST(id % 4 AS INT))) FROM range(20);

-- table: days
-- versions: 3
CREATE TABLE {t} (id BIGINT, at TIMESTAMP_NTZ, note STRING) USING iceberg PARTITIONED BY (days(at)) TBLPROPERTIES ('format-version'='{v}');
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, TIMESTAMP_NTZ'1969-12-31 23:59:59.999999' + make_interval(0, 0, 0, CAST(id % 4 AS INT)), 'n' FROM range(20);

-- table: hours
CREATE TABLE {t} (id BIGINT, at TIMESTAMP) USING iceberg PARTITIONED BY (hours(at));
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, timestamp_seconds((id % 4 - 2) * 3600 + 1799) FROM range(20);

-- table: buckets
-- versions: 1 3
CREATE TABLE {t} (id BIGINT, s STRING, day DATE, at TIMESTAMP, d DECIMAL(20, 5), b BINARY) USING iceberg PARTITIONED BY (bucket(2, id), bucket(2, s), bucket(2, day)) TBLPROPERTIES ('format-version'='{v}');
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, IF(id % 5 = 0, NULL, concat('s', id % 3)), date_add(DATE'2026-01-01', CAST(id % 2 AS INT)), timestamp_seconds(id), CAST(id AS DECIMAL(20, 5)), CAST(CAST(id AS STRING) AS BINARY) FROM range(40);

-- table: buckets-other-types
CREATE TABLE {t} (id BIGINT, at TIMESTAMP, d DECIMAL(20, 5), b BINARY) USING iceberg PARTITIONED BY (bucket(2, at), bucket(2, d), bucket(2, b));
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, timestamp_seconds(id % 3), CAST(id % 3 AS DECIMAL(20, 5)), CAST(CAST(id % 3 AS STRING) AS BINARY) FROM range(24);

-- table: truncated
-- versions: 1 3
CREATE TABLE {t} (id BIGINT, s STRING, d DECIMAL(9, 2)) USING iceberg PARTITIONED BY (truncate(10, id), truncate(2, s), truncate(50, d)) TBLPROPERTIES ('format-version'='{v}');
REPEAT 4: INSERT INTO {t} SELECT id - 10 + {i} * 100, CASE id % 3 WHEN 0 THEN 'äöü' WHEN 1 THEN '😀😀😀' END, CAST(id / 100 - 0.1 AS DECIMAL(9, 2)) FROM range(20);
REPEAT 2: INSERT INTO {t} SELECT id - 10 + 400 + {i} * 1000, 'zz', 0.5 FROM range(100, 110);
REPEAT 2: INSERT INTO {t} SELECT 500 + id + {i} * 5, 'zz', 0.5 FROM range(5);

-- table: truncated-binary
CREATE TABLE {t} (id BIGINT, b BINARY) USING iceberg PARTITIONED BY (truncate(2, b));
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, CASE id % 3 WHEN 0 THEN X'FF00FF' WHEN 1 THEN X'00' END FROM range(12);

-- table: nested-source
CREATE TABLE {t} (id BIGINT, place STRUCT<country: STRING, zip: INT>) USING iceberg PARTITIONED BY (place.country, bucket(2, place.zip));
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, IF(id % 5 = 0, NULL, named_struct('country', IF(id % 2 = 0, 'at', 'de'), 'zip', CAST(id % 3 AS INT))) FROM range(20);

-- table: names
-- What a path, a URI or a file system may take for something else, in names of columns and in values of partitions.
-- versions: 2
CREATE TABLE {t} (id BIGINT, `a b/c%2F` STRING, `größe.x` STRING, `q'"``=` INT) USING iceberg PARTITIONED BY (`a b/c%2F`, `größe.x`) TBLPROPERTIES ('format-version'='{v}');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, element_at(array('100%', 'a/b', '../x', 'a b', '%2F', '+', '#?&=', ':', 'ü', '日本', '.', '_x', '"', '\\', '{{', '\n'), CAST(id % 16 + 1 AS INT)), CASE id % 16 WHEN 3 THEN NULL ELSE 'null' END, CAST(id AS INT) FROM range(32);

-- table: spec-added
-- versions: 1 2 3
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg TBLPROPERTIES ('format-version'='{v}');
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id, concat('r', id % 2) FROM range(20);
ALTER TABLE {t} ADD PARTITION FIELD region;
REPEAT 3: INSERT INTO {t} SELECT id + 100 + {i} * 100, concat('r', id % 2) FROM range(20);

-- table: spec-dropped
-- versions: 1 2
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region, bucket(2, id)) TBLPROPERTIES ('format-version'='{v}');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(20);
ALTER TABLE {t} DROP PARTITION FIELD region;
REPEAT 3: INSERT INTO {t} SELECT id + 500 + {i} * 100, concat('r', id % 2) FROM range(20);

-- table: spec-replaced
-- versions: 2 3
CREATE TABLE {t} (id BIGINT, at TIMESTAMP) USING iceberg PARTITIONED BY (months(at)) TBLPROPERTIES ('format-version'='{v}', 'write.delete.mode'='merge-on-read');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, timestamp_seconds(id * 86400 * 10) FROM range(9);
ALTER TABLE {t} REPLACE PARTITION FIELD months(at) WITH days(at);
REPEAT 3: INSERT INTO {t} SELECT id + 500 + {i} * 100, timestamp_seconds(id % 3 * 86400) FROM range(9);
DELETE FROM {t} WHERE id % 4 = 1;

-- table: source-widened
-- A value of an older partition, of a type that the column no longer has.
CREATE TABLE {t} (id BIGINT, i INT, d DECIMAL(5, 2)) USING iceberg PARTITIONED BY (i, d);
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, CAST(id % 3 AS INT), CAST(id % 3 AS DECIMAL(5, 2)) FROM range(12);
ALTER TABLE {t} ALTER COLUMN i TYPE BIGINT;
ALTER TABLE {t} ALTER COLUMN d TYPE DECIMAL(12, 2);
REPEAT 2: INSERT INTO {t} SELECT id + 500 + {i} * 100, id % 2 + 1, 1234567.5 FROM range(12);

-- table: source-renamed-and-dropped
CREATE TABLE {t} (id BIGINT, region STRING, old INT) USING iceberg PARTITIONED BY (region, old);
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2), CAST(id % 2 AS INT) FROM range(12);
ALTER TABLE {t} RENAME COLUMN region TO area;
ALTER TABLE {t} DROP PARTITION FIELD old;
ALTER TABLE {t} DROP COLUMN old;
REPEAT 3: INSERT INTO {t} SELECT id + 500 + {i} * 100, concat('r', id % 2) FROM range(12);
