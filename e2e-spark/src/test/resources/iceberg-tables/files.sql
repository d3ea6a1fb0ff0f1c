-- table: sorted
-- expect: left alone
CREATE TABLE {t} (id BIGINT, name STRING) USING iceberg;
ALTER TABLE {t} WRITE ORDERED BY name, id DESC NULLS LAST;
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, concat('n', id % 7) FROM range(40);

-- table: sorted-later
-- Files that were sorted stay as they are, those from before are merged.
CREATE TABLE {t} (id BIGINT, name STRING) USING iceberg;
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('n', id % 7) FROM range(40);
ALTER TABLE {t} WRITE ORDERED BY id;
REPEAT 2: INSERT INTO {t} SELECT id + 500 + {i} * 100, concat('n', id % 7) FROM range(40);

-- table: rewritten-sorted
-- expect: left alone
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region);
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2) FROM range(40);
ALTER TABLE {t} WRITE LOCALLY ORDERED BY id DESC;
CALL {c}.system.rewrite_data_files(table => '{t}', strategy => 'sort', options => map('rewrite-all', 'true', 'target-file-size-bytes', '1000', 'max-file-size-bytes', '1800', 'min-file-size-bytes', '500'));

-- table: z-ordered
-- expect: whatever
CREATE TABLE {t} (id BIGINT, x INT, y INT) USING iceberg;
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, CAST(id % 7 AS INT), CAST(id % 5 AS INT) FROM range(40);
CALL {c}.system.rewrite_data_files(table => '{t}', strategy => 'sort', sort_order => 'zorder(x, y)', options => map('rewrite-all', 'true'));
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id + 500, 1, 2 FROM range(40);

-- table: bloom-filters
CREATE TABLE {t} (id BIGINT, name STRING, s STRUCT<a: STRING>) USING iceberg TBLPROPERTIES ('write.parquet.bloom-filter-enabled.column.id'='true', 'write.parquet.bloom-filter-enabled.column.name'='true', 'write.parquet.bloom-filter-fpp.column.name'='0.05', 'write.parquet.bloom-filter-enabled.column.s.a'='true', 'write.parquet.bloom-filter-max-bytes'='65536');
INSERT INTO {t} SELECT /*+ REPARTITION(4) */ id, concat('n', id), named_struct('a', concat('a', id)) FROM range(1000);

-- table: codec-snappy
CREATE TABLE {t} (id BIGINT, name STRING) USING iceberg TBLPROPERTIES ('write.parquet.compression-codec'='snappy');
INSERT INTO {t} SELECT /*+ REPARTITION(4) */ id, concat('n', id) FROM range(100);

-- table: codec-gzip
CREATE TABLE {t} (id BIGINT, name STRING) USING iceberg TBLPROPERTIES ('write.parquet.compression-codec'='gzip');
INSERT INTO {t} SELECT /*+ REPARTITION(4) */ id, concat('n', id) FROM range(100);

-- table: codecs-mixed
CREATE TABLE {t} (id BIGINT, name STRING) USING iceberg TBLPROPERTIES ('write.parquet.compression-codec'='uncompressed');
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id, concat('n', id) FROM range(100);
ALTER TABLE {t} SET TBLPROPERTIES ('write.parquet.compression-codec'='lz4_raw');
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + 100, concat('n', id) FROM range(100);
ALTER TABLE {t} SET TBLPROPERTIES ('write.parquet.compression-codec'='lz4');
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + 200, concat('n', id) FROM range(100);
ALTER TABLE {t} SET TBLPROPERTIES ('write.parquet.compression-codec'='zstd', 'write.parquet.compression-level'='12');
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + 300, concat('n', id) FROM range(100);

-- table: metrics-modes
CREATE TABLE {t} (id BIGINT, none STRING, counts STRING, cut STRING, whole STRING, s STRUCT<a: STRING>) USING iceberg TBLPROPERTIES ('write.metadata.metrics.default'='none', 'write.metadata.metrics.column.counts'='counts', 'write.metadata.metrics.column.cut'='truncate(3)', 'write.metadata.metrics.column.whole'='full', 'write.metadata.metrics.column.s.a'='full');
INSERT INTO {t} SELECT /*+ REPARTITION(4) */ id, concat('some text ', id), concat('some text ', id), concat('ÿÿÿÿ', id), concat('some text ', id), named_struct('a', repeat('x', 40)) FROM range(40);

-- table: page-version-2
CREATE TABLE {t} (id BIGINT, name STRING, arr ARRAY<INT>) USING iceberg TBLPROPERTIES ('write.parquet.page-version'='v2', 'write.parquet.page-row-limit'='10');
INSERT INTO {t} SELECT /*+ REPARTITION(4) */ id, concat('n', id), sequence(0, CAST(id % 4 AS INT)) FROM range(200);

-- table: object-storage-layout
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('write.object-storage.enabled'='true');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r ', id % 2) FROM range(20);

-- table: object-storage-layout-without-partitions
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('write.object-storage.enabled'='true', 'write.object-storage.partitioned-paths'='false');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r ', id % 2) FROM range(20);

-- table: data-elsewhere
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('write.data.path'='{folder}/a b');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r ', id % 2) FROM range(20);

-- table: metadata-elsewhere
-- catalog: database
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('write.metadata.path'='{folder}/meta');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r ', id % 2) FROM range(20);

-- table: metadata-compressed
CREATE TABLE {t} (id BIGINT, region STRING) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('write.metadata.compression-codec'='gzip', 'write.metadata.delete-after-commit.enabled'='true', 'write.metadata.previous-versions-max'='2');
REPEAT 4: INSERT INTO {t} SELECT id + {i} * 100, concat('r ', id % 2) FROM range(20);

-- table: orc
-- expect: whatever
-- versions: 2 3
CREATE TABLE {t} (id BIGINT, region STRING, s STRUCT<a: INT>, arr ARRAY<STRING>, m MAP<STRING, INT>, d DECIMAL(20, 5), day DATE, at TIMESTAMP, bin BINARY) USING iceberg PARTITIONED BY (region) TBLPROPERTIES ('format-version'='{v}', 'write.format.default'='orc', 'write.delete.mode'='merge-on-read', 'write.orc.compression-codec'='zlib');
REPEAT 3: INSERT INTO {t} SELECT id + {i} * 100, concat('r', id % 2), IF(id % 3 = 0, NULL, named_struct('a', CAST(id AS INT))), array('x', NULL), map('k', 1), CAST(id / 3 AS DECIMAL(20, 5)), DATE'1969-12-31', timestamp_micros(id - 1), X'00FF' FROM range(20);
DELETE FROM {t} WHERE id % 5 = 0;

-- table: orc-and-parquet
-- expect: whatever
CREATE TABLE {t} (id BIGINT, name STRING) USING iceberg TBLPROPERTIES ('write.format.default'='orc');
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id, concat('n', id) FROM range(20);
ALTER TABLE {t} SET TBLPROPERTIES ('write.format.default'='parquet');
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id + 100, concat('n', id) FROM range(20);

-- table: avro
-- expect: left alone
CREATE TABLE {t} (id BIGINT, name STRING) USING iceberg TBLPROPERTIES ('write.format.default'='avro');
INSERT INTO {t} SELECT /*+ REPARTITION(4) */ id, concat('n', id) FROM range(20);

-- table: avro-and-parquet
CREATE TABLE {t} (id BIGINT, name STRING) USING iceberg TBLPROPERTIES ('write.format.default'='avro');
INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id, concat('n', id) FROM range(20);
ALTER TABLE {t} SET TBLPROPERTIES ('write.format.default'='parquet');
INSERT INTO {t} SELECT /*+ REPARTITION(3) */ id + 100, concat('n', id) FROM range(20);

-- table: target-of-its-own
CREATE TABLE {t} (id BIGINT, u STRING) USING iceberg TBLPROPERTIES ('write.target-file-size-bytes'='65536', 'write.parquet.row-group-size-bytes'='32768');
REPEAT 4: INSERT INTO {t} SELECT /*+ REPARTITION(2) */ id + {i} * 1000, CAST(xxhash64(id) AS STRING) FROM range(1000);
