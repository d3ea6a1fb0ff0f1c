/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * By which calendar a file counts its days. Old Sparks count those of long ago by the Julian one, which no type in the
 * file says: the reader must know who wrote it. In an output of many files that is lost, so such days are refused; later
 * ones are the same in both.
 *
 * @param spark the version of the Spark that wrote the file, as it says
 * @param julianDays whether dates and timestamps may be counted the old way
 * @param julianInt96 whether timestamps of 96 bits may be
 */
record Calendar(Optional<String> spark, boolean julianDays, boolean julianInt96) {

    private static final String VERSION = "org.apache.spark.version";
    private static final String OLD_DAYS = "org.apache.spark.legacyDateTime";
    private static final String OLD_INT96 = "org.apache.spark.legacyINT96";

    private static final long FIRST_SAME_DAY = LocalDate.of(1582, 10, 15).toEpochDay();

    /** Time zones were set by the sun until late; from here on, all of them are the same in both ways. */
    private static final Instant FIRST_SAME_INSTANT = Instant.parse("1900-01-01T00:00:00Z");

    private static final long FIRST_SAME_MILLI = FIRST_SAME_INSTANT.toEpochMilli();
    private static final int FIRST_SAME_JULIAN_DAY = 2_415_021;

    static Calendar of(Map<String, String> keyValueMetadata) {
        String version = keyValueMetadata.get(VERSION);
        // Without a version, Spark does not look at the other entries. As text, as Spark compares them.
        return new Calendar(
                Optional.ofNullable(version),
                version != null && (version.compareTo("3.0.0") < 0 || keyValueMetadata.containsKey(OLD_DAYS)),
                version != null && (version.compareTo("3.1.0") < 0 || keyValueMetadata.containsKey(OLD_INT96)));
    }

    /**
     * What an output of these files must state so that Spark goes on reading days of long ago as they are. Where one of
     * the files states nothing, neither can the output.
     */
    static Map<String, String> stated(Collection<Calendar> files) {
        if (files.stream().anyMatch(file -> file.spark().isEmpty())) {
            return Map.of();
        }
        return files.stream()
                .filter(file -> !file.julianDays() && !file.julianInt96())
                .flatMap(file -> file.spark().stream())
                .min(Comparator.naturalOrder())
                .map(version -> Map.of(VERSION, version))
                .orElse(Map.of());
    }

    /** The conversion, refusing what would be another day to the output's readers. */
    Conversion guarded(PrimitiveType from, Conversion conversion) {
        return suspect(from)
                .<Conversion>map(isOld -> (reader, repetition, writer) -> {
                    if (isOld.test(reader)) {
                        throw new Conversion.Inexact(
                                "it holds a day of so long ago that Spark %s counted it by the Julian calendar; only Spark can rewrite it"
                                        .formatted(spark.orElseThrow()));
                    }
                    conversion.move(reader, repetition, writer);
                })
                .orElse(conversion);
    }

    /** What to look for among a column's values; empty if there is nothing. */
    private Optional<Predicate<ColumnReader>> suspect(PrimitiveType from) {
        if (julianInt96 && from.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
            return Optional.of(reader -> {
                ByteBuffer bytes = reader.getBinary().toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
                return bytes.getInt(bytes.position() + Long.BYTES) < FIRST_SAME_JULIAN_DAY;
            });
        }
        LogicalTypeAnnotation meaning = from.getLogicalTypeAnnotation();
        if (julianDays && meaning instanceof DateLogicalTypeAnnotation) {
            return Optional.of(reader -> reader.getInteger() < FIRST_SAME_DAY);
        }
        if (julianDays && meaning instanceof TimestampLogicalTypeAnnotation stamp && stamp.isAdjustedToUTC()) {
            long first = stamp.getUnit() == TimeUnit.MILLIS ? FIRST_SAME_MILLI : FIRST_SAME_MILLI * 1000;
            return Optional.of(reader -> reader.getLong() < first);
        }
        return Optional.empty();
    }
}
