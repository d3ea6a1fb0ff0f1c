/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.FaultyStore;
import dev.sluice.testkit.Machine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of a table's log that is not what it was is named, and is neither the store's fault nor Sluice's. */
class DamagedLogTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What can become of a file. */
    private enum Damage {
        CUT_OFF {
            @Override
            byte[] of(byte[] whole) {
                return Arrays.copyOf(whole, whole.length - whole.length / 3);
            }
        },
        OVERWRITTEN {
            @Override
            byte[] of(byte[] whole) {
                byte[] noise = new byte[whole.length];
                Arrays.fill(noise, (byte) 'x');
                return noise;
            }
        };

        abstract byte[] of(byte[] whole);
    }

    @TempDir
    Path scratch;

    private Orders orders;
    private DeltaPass pass;

    @BeforeEach
    void create() {
        orders = Orders.create(scratch.resolve("orders"), 3);
        pass = new DeltaPass(orders.location(), Clock.systemUTC());
    }

    private Path log(String name) {
        return orders.folder().resolve("_delta_log").resolve(name);
    }

    private void damage(Path file, Damage damage) throws IOException {
        Files.write(file, damage.of(Files.readAllBytes(file)));
    }

    /** Reads all that an assessment reads. */
    private void look() {
        try (Stream<DataFile> files = pass.format.inspect(pass.table).files()) {
            assertThat(files.count()).isPositive();
        }
    }

    private GateException refused() {
        return catchThrowableOfType(GateException.class, this::look);
    }

    private void isDamaged(Path file, String kind) {
        GateException refusal = refused();
        assertThat(refusal.fault()).isEqualTo(Fault.TABLE_DAMAGED);
        assertThat(refusal)
                .hasMessage(
                        "%s: It cannot be read as %s: it is damaged, or was not written to its end. The versions that build on it cannot be read until it is as it was. %s",
                        file, kind, Fault.TABLE_DAMAGED.remedy());
    }

    @ParameterizedTest
    @EnumSource
    void the_newest_commit_file(Damage damage) throws IOException {
        Path file = log("%020d.json".formatted(orders.latest()));
        damage(file, damage);

        isDamaged(file, "JSON");
    }

    @ParameterizedTest
    @EnumSource
    void a_commit_file_in_the_midst_of_the_log(Damage damage) throws IOException {
        Path file = log("%020d.json".formatted(2));
        damage(file, damage);

        isDamaged(file, "JSON");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "7",
                "{\"add\":7}",
                "{\"add\":{\"path\":7,\"partitionValues\":\"none\"}}",
                "{\"add\":{}}}",
                "{"
            })
    void a_commit_file_whose_lines_are_other_json_than_actions(String line) throws IOException {
        Path file = log("%020d.json".formatted(orders.latest()));
        Files.writeString(file, line + "\n");

        GateException refusal = refused();
        assertThat(refusal.fault()).isEqualTo(Fault.TABLE_DAMAGED);
    }

    @ParameterizedTest
    @EnumSource
    void the_checkpoint(Damage damage) throws IOException {
        assertThat(pass.compact(pass.plan()).commit()).isPresent();
        Path file = log("%020d.checkpoint.parquet".formatted(orders.latest()));
        damage(file, damage);

        isDamaged(file, "Parquet");
    }

    @Test
    void an_empty_checkpoint_is_none_and_the_table_is_read_by_its_commits() throws IOException {
        assertThat(pass.compact(pass.plan()).commit()).isPresent();
        Path file = log("%020d.checkpoint.parquet".formatted(orders.latest()));
        assertThat(file).isNotEmptyFile();
        Files.write(file, new byte[0]);

        look();

        assertThat(pass.format.inspect(pass.table).version()).isEqualTo(orders.latest());
    }

    @ParameterizedTest
    @EnumSource
    void the_hint_at_the_last_checkpoint_is_only_a_hint_and_the_table_is_read_without_it(Damage damage)
            throws IOException {
        assertThat(pass.compact(pass.plan()).commit()).isPresent();
        damage(log("_last_checkpoint"), damage);

        look();

        assertThat(pass.format.inspect(pass.table).version()).isEqualTo(orders.latest());
    }

    @Test
    void a_store_that_does_not_give_the_file_is_the_stores_fault() {
        Machine machine = new Machine(FaultPlan.first(
                operation -> operation.name().equals("open")
                        && operation.subject().endsWith("%020d.json".formatted(orders.latest())),
                FaultPlan.Event.FAILS_BEFORE));
        DeltaFormat format = new DeltaFormat(
                new FaultyStore(new LocalStore(), machine),
                Clock.systemUTC(),
                new RewriteLimits(1, Bytes.ofMebibytes(64)));

        GateException refusal = catchThrowableOfType(
                GateException.class,
                () -> format.inspect(new TableRef("delta", orders.location().toString())));

        assertThat(refusal.fault()).isEqualTo(Fault.STORAGE);
    }

    // Deletion vectors in files of their own.

    /** Gives the first live file a deletion vector in a file of its own, and says where that is. */
    private Path deletesTwoRows(int sizeByTheLog) throws IOException {
        Path file = orders.folder().resolve("deletion_vector_5a8e.bin");
        byte[] vector = Rival.deletingTheFirst(2);
        Files.write(file, Rival.stored(vector));
        deletesTwoRows("file:" + file, sizeByTheLog == 0 ? vector.length : sizeByTheLog);
        return file;
    }

    /** Says in the log that the first two rows of the first live file are deleted by what lies at an address. */
    private void deletesTwoRows(String address, int sizeByTheLog) {
        ObjectNode live = orders.live().values().iterator().next().deepCopy();
        ObjectNode add = live.deepCopy();
        add.set(
                "deletionVector",
                JSON.createObjectNode()
                        .put("storageType", "p")
                        .put("pathOrInlineDv", address)
                        .put("offset", 1)
                        .put("sizeInBytes", sizeByTheLog)
                        .put("cardinality", 2));
        orders.commit(
                "DELETE", List.of(Orders.removal(live), JSON.createObjectNode().set("add", add)));
    }

    private void isDamagedVector(Object subject, String what) {
        GateException refusal = catchThrowableOfType(GateException.class, () -> pass.compact(pass.plan()));
        assertThat(refusal.fault()).isEqualTo(Fault.TABLE_DAMAGED);
        assertThat(refusal)
                .hasMessageMatching(
                        "%s: The deletion vector of region=eu/\\S+ cannot be read: %s\\. .*".formatted(subject, what))
                .hasMessageContaining("Which of its rows are deleted cannot be told.");
        assertThat(orders.versionsOf("OPTIMIZE")).isEmpty();
    }

    @Test
    void a_deletion_vector_that_is_whole_is_read() throws IOException {
        deletesTwoRows(0);

        assertThat(pass.compact(pass.plan()).change().orElseThrow().rowsRead()).isEqualTo(28);
    }

    @Test
    void a_deletion_vector_whose_content_was_changed() throws IOException {
        Path file = deletesTwoRows(0);
        byte[] content = Files.readAllBytes(file);
        content[content.length / 2] ^= 4;
        Files.write(file, content);

        isDamagedVector(file, "its checksum does not fit its content");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 12})
    void a_deletion_vector_that_was_cut_off(int bytes) throws IOException {
        Path file = deletesTwoRows(0);
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));

        isDamagedVector(file, "the file is damaged, or was not written to its end");
    }

    @Test
    void a_deletion_vector_of_another_size_than_the_log_says() throws IOException {
        Path file = deletesTwoRows(4);

        isDamagedVector(file, "it does not have the size of 4 bytes that the log says");
    }

    @Test
    void a_deletion_vector_that_was_overwritten() throws IOException {
        Path file = deletesTwoRows(0);
        Files.writeString(file, "x".repeat(100), StandardCharsets.US_ASCII);

        isDamagedVector(file, "it does not have the size of \\d+ bytes that the log says");
    }

    @Test
    void a_deletion_vector_that_lies_nowhere() {
        deletesTwoRows("file:{{FOLDER}}/vector.bin", 34);

        isDamagedVector(pass.table, "by the log it lies at \"file:\\{\\{FOLDER}}/vector.bin\", which is no address");
    }

    @Test
    void a_deletion_vector_that_is_missing() throws IOException {
        Path file = deletesTwoRows(0);
        Files.delete(file);

        isDamagedVector(file, "the file is missing");
    }
}
