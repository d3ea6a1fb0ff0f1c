/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Retention;
import dev.sluice.iceberg.version.IcebergState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A file of a table's metadata that is not what it was is damage to the table, told by the file's name. */
class DamagedMetadataTest {

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();

    /** What has become of a file. */
    private enum Harm {
        CUT_SHORT,
        EMPTIED,
        OVERWRITTEN,
        GONE;

        void to(Path file) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            switch (this) {
                case CUT_SHORT -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
                case EMPTIED -> Files.write(file, new byte[0]);
                case OVERWRITTEN -> {
                    Arrays.fill(bytes, (byte) 'x');
                    Files.write(file, bytes);
                }
                case GONE -> Files.delete(file);
            }
        }
    }

    static Stream<Arguments> harms() {
        return Stream.of("v\\d+\\.metadata\\.json", "snap-.*\\.avro", ".*-m0\\.avro")
                .flatMap(name -> Stream.of(Harm.values()).map(harm -> Arguments.of(name, harm)))
                .filter(harm -> !(harm.get()[0].toString().endsWith("json") && harm.get()[1] == Harm.GONE));
    }

    @ParameterizedTest
    @MethodSource("harms")
    void is_told_by_its_name(String name, Harm harm) throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        Path harmed = newest(events.folder().resolve("metadata"), name);

        harm.to(harmed);

        assertThatThrownBy(() -> {
                    IcebergState state = format.newest(events.ref());
                    state.files().forEach(file -> {});
                    format.leftovers(state, new Retention(Duration.ofDays(7)));
                })
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED))
                .hasMessageContaining(harmed.getFileName().toString());
    }

    private static Path newest(Path folder, String name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .max((one, other) -> Long.compare(
                            one.toFile().lastModified(), other.toFile().lastModified()))
                    .orElseThrow();
        }
    }
}
