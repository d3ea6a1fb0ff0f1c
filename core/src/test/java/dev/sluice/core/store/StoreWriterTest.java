/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoreWriterTest {

    private final NotingOutput output = new NotingOutput();

    @Test
    void pieces_of_every_size_come_out_in_their_order() {
        byte[] content = content(5 * StoreWriter.BUFFER);
        Random random = new Random(7);
        try (StoreWriter writer = new StoreWriter(output)) {
            int done = 0;
            while (done < content.length) {
                int length = Math.min(content.length - done, random.nextInt(2 * StoreWriter.BUFFER));
                if (length < 1_000) {
                    writer.write(content[done]);
                    length = 1;
                } else {
                    writer.write(content, done, length);
                }
                done += length;
                assertThat(writer.position()).isEqualTo(done);
            }
            writer.commit();
        }

        assertThat(output.content.toByteArray()).isEqualTo(content);
        assertThat(output.commits).isEqualTo(1);
    }

    @Test
    void small_pieces_are_gathered_and_a_large_one_is_written_as_it_is() {
        byte[] content = content(3 * StoreWriter.BUFFER);
        try (StoreWriter writer = new StoreWriter(output)) {
            for (int i = 0; i < StoreWriter.BUFFER + 1; i++) {
                writer.write(content[i]);
            }
            writer.write(content, 0, content.length);
            writer.commit();
        }

        assertThat(output.writes).startsWith(StoreWriter.BUFFER, 1, content.length);
        assertThat(output.content.size()).isEqualTo(StoreWriter.BUFFER + 1 + content.length);
    }

    @Test
    void nothing_is_committed_once_a_write_has_failed() {
        StoreWriter writer = new StoreWriter(output);
        output.fails = true;

        assertThatThrownBy(() -> writer.write(new byte[2 * StoreWriter.BUFFER], 0, 2 * StoreWriter.BUFFER))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("No space is left.");
        output.fails = false;
        writer.commit();
        writer.close();

        assertThat(output.commits).isZero();
        assertThat(output.closed).isTrue();
    }

    @Test
    void nothing_is_committed_twice_nor_after_the_close() {
        StoreWriter writer = new StoreWriter(output);
        writer.write(1);
        writer.commit();
        writer.commit();
        writer.close();
        writer.commit();
        assertThat(output.commits).isEqualTo(1);

        NotingOutput other = new NotingOutput();
        StoreWriter discarded = new StoreWriter(other);
        discarded.write(1);
        discarded.close();
        discarded.commit();
        assertThat(other.commits).isZero();
    }

    private static byte[] content(int length) {
        byte[] content = new byte[length];
        new Random(5).nextBytes(content);
        return content;
    }

    /** Keeps what is written, and how. */
    private static final class NotingOutput implements StoreOutput {

        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private final List<Integer> writes = new ArrayList<>();
        private int commits;
        private boolean fails;
        private boolean closed;

        @Override
        public Location location() {
            return Location.local("/in/memory");
        }

        @Override
        public long position() {
            return content.size();
        }

        @Override
        public void write(ByteBuffer bytes) {
            if (fails) {
                throw new GateException(Fault.STORAGE, location().toString(), "No space is left.");
            }
            byte[] piece = new byte[bytes.remaining()];
            bytes.get(piece);
            writes.add(piece.length);
            content.writeBytes(piece);
        }

        @Override
        public StoredFile commit() {
            commits++;
            return new StoredFile(location(), Bytes.of(content.size()), Instant.EPOCH);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
