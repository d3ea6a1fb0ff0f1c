/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files of a table of events, written by parquet-java with its defaults; the same numbers give the same rows anywhere. */
record EventFile(CompressionCodecName codec) implements FileMaker {

    static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message event {
              required int64 event_id;
              required int64 user_id;
              required binary session_id (STRING);
              required int64 occurred_at (TIMESTAMP(MICROS, true));
              required int64 received_at (TIMESTAMP(MICROS, true));
              required binary kind (STRING);
              required binary country (STRING);
              required double duration;
              required int64 amount (DECIMAL(12, 2));
              optional binary referrer (STRING);
              optional binary comment (STRING);
              optional group items (LIST) {
                repeated group list {
                  optional group element {
                    required binary sku (STRING);
                    required int32 quantity;
                    required int32 price (DECIMAL(9, 2));
                  }
                }
              }
            }
            """);

    private static final long SEED = 20_261_129;
    private static final long FIRST_EVENT = 1_767_225_600_000_000L;
    private static final String[] KINDS = {
        "view",
        "click",
        "scroll",
        "search",
        "add_to_cart",
        "remove_from_cart",
        "checkout",
        "purchase",
        "refund",
        "login"
    };
    private static final int COUNTRIES = 40;
    private static final int USERS = 200_000;
    private static final int REFERRERS = 5_000;
    private static final int SKUS = 20_000;

    @Override
    public String name() {
        return codec == CompressionCodecName.ZSTD
                ? "events-1"
                : "events-1-" + codec.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public MessageType schema() {
        return SCHEMA;
    }

    @Override
    public void write(Path path, int number, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED + number);
        SimpleGroupFactory groups = new SimpleGroupFactory(SCHEMA);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path))
                .withType(SCHEMA)
                .withConf(new HadoopParquetConfiguration(false))
                .withCompressionCodec(codec)
                .build()) {
            String session = session(random);
            for (int row = 0; row < rows; row++) {
                if (random.nextInt(8) == 0) {
                    session = session(random);
                }
                writer.write(event(groups.newGroup(), (long) number * rows + row, session, random));
            }
        }
    }

    private static Group event(Group event, long id, String session, SplittableRandom random) {
        long occurred = FIRST_EVENT + id * 40_000 + random.nextInt(1_000_000);
        event.append("event_id", id)
                .append("user_id", (long) few(random, USERS))
                .append("session_id", session)
                .append("occurred_at", occurred)
                .append("received_at", occurred + few(random, 2_000_000))
                .append("kind", KINDS[few(random, KINDS.length)])
                .append("country", "country-" + few(random, COUNTRIES))
                .append("duration", -30 * StrictMath.log(1 - random.nextDouble()))
                .append("amount", (long) few(random, 10_000_000));
        if (random.nextInt(10) < 6) {
            event.append("referrer", "https://www.example.org/catalogue/page-" + few(random, REFERRERS));
        }
        if (random.nextInt(20) == 0) {
            event.append(
                    "comment",
                    "I looked at " + few(random, SKUS) + " and paid " + BigDecimal.valueOf(few(random, 100_000), 2));
        }
        if (random.nextInt(10) > 0) {
            items(event.addGroup("items"), random);
        }
        return event;
    }

    private static void items(Group items, SplittableRandom random) {
        for (int left = few(random, 6); left > 0; left--) {
            items.addGroup("list")
                    .addGroup("element")
                    .append("sku", "sku-" + few(random, SKUS))
                    .append("quantity", 1 + few(random, 5))
                    .append("price", few(random, 50_000));
        }
    }

    private static String session(SplittableRandom random) {
        return "%016x%016x".formatted(random.nextLong(), random.nextLong());
    }

    /** A number from 0, low ones more often than high ones, as in life. */
    private static int few(SplittableRandom random, int below) {
        double even = random.nextDouble();
        return (int) (even * even * below);
    }
}
