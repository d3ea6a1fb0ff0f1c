/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArchivedFilesTest {

    private static final Location ARCHIVED = file(0);

    private final List<String> calls = new ArrayList<>();
    private boolean mayList = true;

    private final Store store = (Store) Proxy.newProxyInstance(
            Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                calls.add(method.getName());
                if (method.getName().equals("find")) {
                    return Optional.of(stored((Location) arguments[0]));
                }
                if (!mayList) {
                    throw new GateException(Fault.STORAGE, arguments[0].toString(), "Listing is not allowed.");
                }
                return IntStream.range(0, 100).mapToObj(n -> stored(file(n)));
            });

    private static Location file(int number) {
        return Location.parse("s3://lake/orders/day=1/%d.parquet".formatted(number));
    }

    private static StoredFile stored(Location file) {
        return new StoredFile(file, Bytes.of(1), Instant.EPOCH, file.equals(ARCHIVED));
    }

    private static List<Location> files(int count) {
        return IntStream.range(0, count).mapToObj(ArchivedFilesTest::file).toList();
    }

    @Test
    void many_files_of_a_folder_are_looked_for_in_one_listing() {
        assertThat(ArchivedFiles.among(store, files(ArchivedFiles.FEW + 1))).containsExactly(ARCHIVED);
        assertThat(calls).containsExactly("listFrom");
    }

    @Test
    void few_files_of_a_folder_are_looked_at_one_by_one() {
        assertThat(ArchivedFiles.among(store, files(2))).containsExactly(ARCHIVED);
        assertThat(calls).containsExactly("find", "find");
    }

    @Test
    void where_a_folder_may_not_be_listed_its_files_are_looked_at_one_by_one() {
        mayList = false;

        assertThat(ArchivedFiles.among(store, files(9))).containsExactly(ARCHIVED);
        assertThat(calls).hasSize(10).startsWith("listFrom");
    }

    @Test
    void a_local_file_is_in_no_archive() {
        assertThat(ArchivedFiles.among(store, List.of(Location.local(Path.of("/lake/a.parquet")))))
                .isEmpty();
        assertThat(calls).isEmpty();
    }
}
