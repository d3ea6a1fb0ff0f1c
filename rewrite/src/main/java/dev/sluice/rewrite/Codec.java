/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * How pages are compressed. LZO is missing on purpose: it is refused wherever it is met. BROTLI is read, but as a codec of
 * outputs it is refused.
 */
public enum Codec {
    NONE(CompressionCodecName.UNCOMPRESSED),
    SNAPPY(CompressionCodecName.SNAPPY),
    GZIP(CompressionCodecName.GZIP),
    ZSTD(CompressionCodecName.ZSTD),
    LZ4(CompressionCodecName.LZ4),
    LZ4_RAW(CompressionCodecName.LZ4_RAW),
    BROTLI(CompressionCodecName.BROTLI);

    private final CompressionCodecName parquetName;

    Codec(CompressionCodecName parquetName) {
        this.parquetName = parquetName;
    }

    /** The name in Parquet's footers. */
    public CompressionCodecName parquetName() {
        return parquetName;
    }
}
