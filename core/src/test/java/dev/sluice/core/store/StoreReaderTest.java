/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoreReaderTest {

    @Test
    void reads_any_part_of_a_file_by_ranges() {
        byte[] content = content(3 * StoreReader.RANGE + 12_345);
        Random random = new Random(11);
        try (StoreReader reader = new StoreReader(new CountingInput(content))) {
            for (int i = 0; i < 400; i++) {
                int from = random.nextInt(content.length);
                byte[] target = new byte[random.nextInt(Math.min(content.length - from, 2 * StoreReader.RANGE)) + 1];
                reader.seek(from);
                if (i % 2 == 0) {
                    read(reader, target, 0);
                } else {
                    target[0] = (byte) reader.read();
                    read(reader, target, 1);
                }
                assertThat(Arrays.equals(target, 0, target.length, content, from, from + target.length))
                        .isTrue();
                assertThat(reader.position()).isEqualTo(from + target.length);
            }
        }
    }

    @Test
    void a_file_has_an_end_and_nothing_beyond() {
        byte[] content = content(1_000);
        try (StoreReader reader = new StoreReader(new CountingInput(content))) {
            reader.seek(990);
            assertThat(reader.read(new byte[64], 0, 64)).isEqualTo(10);
            assertThat(reader.read()).isEqualTo(-1);
            assertThat(reader.read(new byte[4], 0, 4)).isEqualTo(-1);
            assertThat(reader.read(new byte[4], 0, 0)).isZero();
            reader.seek(996);
            assertThat(reader.skip(9)).isEqualTo(4);
            assertThat(reader.position()).isEqualTo(1_000);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> reader.seek(1_001))
                    .withMessage("/in/memory has 1000 bytes; there is no position 1001");
        }
    }

    @Test
    void a_footer_is_one_read_and_a_file_read_through_is_read_once() {
        byte[] content = content(2 * StoreReader.RANGE + 1_000);
        CountingInput footer = new CountingInput(content);
        try (StoreReader reader = new StoreReader(footer)) {
            reader.seek(content.length - 8);
            read(reader, new byte[8], 0);
            reader.seek(content.length - 8 - 5_000);
            read(reader, new byte[5_000], 0);
        }
        assertThat(footer.reads).containsExactly(StoreReader.RANGE);

        CountingInput whole = new CountingInput(content);
        try (StoreReader reader = new StoreReader(whole)) {
            byte[] chunk = new byte[8_192];
            int count = 0;
            while (count >= 0) {
                count = reader.read(chunk, 0, chunk.length);
            }
        }
        assertThat(whole.reads).containsExactly(StoreReader.RANGE, StoreReader.RANGE, 1_000);
    }

    private static byte[] content(int length) {
        byte[] content = new byte[length];
        new Random(5).nextBytes(content);
        return content;
    }

    private static void read(StoreReader reader, byte[] target, int from) {
        for (int done = from; done < target.length; ) {
            int count = reader.read(target, done, target.length - done);
            assertThat(count).isPositive();
            done += count;
        }
    }

    /** An open file in memory that notes the length of every read. */
    private static final class CountingInput implements StoreInput {

        private final byte[] content;
        private final List<Integer> reads = new ArrayList<>();

        CountingInput(byte[] content) {
            this.content = content;
        }

        @Override
        public Location location() {
            return Location.local("/in/memory");
        }

        @Override
        public long size() {
            return content.length;
        }

        @Override
        public void readFully(long position, ByteBuffer target) {
            reads.add(target.remaining());
            target.put(content, (int) position, target.remaining());
        }

        @Override
        public void close() {}
    }
}
