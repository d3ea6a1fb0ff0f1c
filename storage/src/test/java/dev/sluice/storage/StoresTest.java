/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.S3Storage;
import dev.sluice.testkit.StoreContract;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All stores as one are a store like any other, and each file is in its own. */
class StoresTest extends StoreContract {

    private static final S3Emulator EMULATOR = S3Emulator.inMemory("lake");
    private final Stores stores = new Stores(
            List.of(
                    storage("s3://lake", S3Emulator.SECRET_KEY),
                    storage("s3://lake/locked", "another key"),
                    storage("s3://lake/locked/open", S3Emulator.SECRET_KEY)),
            Map.of());

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        stores.close();
    }

    @AfterAll
    static void stopEmulator() {
        EMULATOR.close();
    }

    @Override
    protected Store store() {
        return stores;
    }

    @Override
    protected Location folder() {
        return Location.local(folder);
    }

    @Test
    void the_longest_prefix_says_how_an_object_is_reached() {
        stores.putIfAbsent(Location.parse("s3://lake/orders/a"), text("a"));
        stores.putIfAbsent(Location.parse("s3://lake/locked/open/b"), text("b"));

        assertThat(read(Location.parse("s3://lake/locked/open/b"))).isEqualTo("b");
        assertThatThrownBy(() -> stores.find(Location.parse("s3://lake/locked/c")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("SignatureDoesNotMatch")
                .hasMessageContaining("s3://lake/locked")
                .hasMessageNotContaining("another key");
    }

    @Test
    void s3a_and_s3n_name_the_same_object_as_s3() {
        stores.putIfAbsent(Location.parse("s3a://lake/orders/a"), text("a"));

        assertThat(read(Location.parse("s3n://lake/orders/a"))).isEqualTo("a");
        assertThat(stores.putIfAbsent(Location.parse("s3://lake/orders/a"), text("b")))
                .isEqualTo(Store.PutOutcome.EXISTS);
        assertThat(stores.delete(List.of(Location.parse("s3n://lake/orders/a"))))
                .containsExactly(new Store.DeleteOutcome(
                        Location.parse("s3n://lake/orders/a"), Store.DeleteOutcome.Kind.DELETED, ""));
        assertThat(stores.find(Location.parse("s3://lake/orders/a"))).isEmpty();
    }

    @Test
    void deletes_files_of_several_stores_in_the_order_given() {
        Location local = folder().resolve("a");
        Location absent = folder().resolve("b");
        Location remote = Location.parse("s3://lake/orders/a");
        stores.putIfAbsent(local, text("x"));
        stores.putIfAbsent(remote, text("x"));

        assertThat(stores.delete(List.of(absent, remote, local)))
                .containsExactly(
                        new Store.DeleteOutcome(absent, Store.DeleteOutcome.Kind.ABSENT, ""),
                        new Store.DeleteOutcome(remote, Store.DeleteOutcome.Kind.DELETED, ""),
                        new Store.DeleteOutcome(local, Store.DeleteOutcome.Kind.DELETED, ""));
        assertThat(stores.find(local)).isEmpty();
        assertThat(stores.find(remote)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "gs://lake/orders, Google Cloud Storage (gs:)",
        "az://lake/orders, Azure Blob Storage (az:)",
        "abfs://lake@x.dfs.core.windows.net/orders, Azure Data Lake Storage (abfs:)",
        "abfss://lake@x.dfs.core.windows.net/orders, Azure Data Lake Storage (abfss:)",
        "wasb://lake@x/orders, Azure Blob Storage (wasb:)",
        "wasbs://lake@x/orders, Azure Blob Storage (wasbs:)",
        "hdfs://namenode/orders, HDFS (hdfs:)",
        "s3+ddb://lake/orders, S3 with commits in DynamoDB (s3+ddb:)",
        "ftp://lake/orders, Files at \"ftp:\" cannot be reached",
        "s3://lake--euc1-az1--x-s3/orders, S3 Express One Zone"
    })
    void refuses_by_name_what_it_cannot_reach(String address, String said) {
        assertThatThrownBy(() -> stores.find(Location.parse(address)))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageStartingWith(address)
                .hasMessageContaining(said);
    }

    @Test
    void never_takes_another_stores_address_for_a_local_path() throws Exception {
        Path orders = Files.createDirectories(folder.resolve("orders"));
        Location disguised = new Location("gs", "", orders.toString());

        assertThatThrownBy(() -> stores.holds(disguised)).isInstanceOf(GateException.class);
    }

    @Test
    void says_what_to_set_where_nothing_says_how_to_reach_a_bucket() {
        assertThatThrownBy(() -> stores.holds(Location.parse("s3://elsewhere/orders")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                .hasMessageStartingWith("s3://elsewhere/orders: Nothing says how to reach it.")
                .hasMessageContaining("prefix: s3://elsewhere/")
                .hasMessageContaining("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    }

    @Test
    void the_usual_variables_count_where_no_prefix_fits() {
        try (Stores bare = new Stores(
                List.of(storage("s3://other", "wrong")),
                Map.of(
                        "AWS_ACCESS_KEY_ID",
                        S3Emulator.ACCESS_KEY,
                        "AWS_SECRET_ACCESS_KEY",
                        S3Emulator.SECRET_KEY,
                        "AWS_ENDPOINT_URL_S3",
                        EMULATOR.address().toString()))) {
            Location file = Location.parse("s3://lake/orders/a");

            assertThat(bare.putIfAbsent(file, text("a"))).isEqualTo(Store.PutOutcome.CREATED);
            assertThat(bare.find(file)).map(StoredFile::location).contains(file);
        }
    }

    private S3Storage storage(String prefix, String secretKey) {
        return S3Storage.at(
                        Location.parse(prefix),
                        new Credentials.Static(
                                new Secret("${test:access}", () -> S3Emulator.ACCESS_KEY),
                                new Secret("${test:secret}", () -> secretKey),
                                Optional.empty()))
                .on(EMULATOR.address());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
