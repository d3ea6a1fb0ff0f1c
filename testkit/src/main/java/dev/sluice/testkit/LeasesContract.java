/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.run.Leases;
import dev.sluice.core.run.Leases.Lease;
import dev.sluice.core.table.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What all leases promise within one process. */
public abstract class LeasesContract {

    protected static final TableRef ORDERS = new TableRef("delta", "s3://lake/orders");

    private static final TableRef RETURNS = new TableRef("delta", "s3://lake/returns");
    private static final int RACERS = 8;
    private static final int RACES = 25;

    protected Leases leases;

    /** Leases of which none is held. */
    protected abstract Leases free();

    @BeforeEach
    void begin_with_free_leases() {
        leases = free();
    }

    @Test
    void a_table_is_leased_to_one_until_it_is_given_back() {
        Lease lease = claimed(ORDERS);
        assertThat(leases.claim(ORDERS)).as("while it is held").isEmpty();
        assertThat(leases.claim(ORDERS)).as("a refusal changes nothing").isEmpty();

        lease.close();

        Lease next = claimed(ORDERS);
        assertThat(leases.claim(ORDERS)).as("while the next one holds it").isEmpty();
        next.close();
    }

    @Test
    void different_tables_do_not_keep_each_other_out() {
        Lease orders = claimed(ORDERS);
        Lease returns = claimed(RETURNS);
        Lease inIceberg = claimed(new TableRef("iceberg", ORDERS.address()));

        orders.close();

        assertThat(leases.claim(RETURNS)).as("not given back").isEmpty();
        claimed(ORDERS).close();
        returns.close();
        inIceberg.close();
    }

    @Test
    void what_is_given_back_twice_does_not_take_it_from_the_next() {
        Lease first = claimed(ORDERS);
        first.close();
        Lease second = claimed(ORDERS);

        first.close();

        assertThat(leases.claim(ORDERS)).isEmpty();
        second.close();
        claimed(ORDERS).close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/data/o'rders",
                "../../etc/../orders",
                "s3://lake/\"orders\"?version=1",
                "/100%/_?/#[]*",
                "/two\nlines\tand a tab",
                "/bücher/表/🛶",
                "C:\\lake\\orders",
                "lakehouse/analytics.orders:v2",
                "/ORDERS",
                "/orders "
            })
    void takes_any_name_of_a_table(String address) {
        TableRef odd = new TableRef("delta", address);
        Lease plain = claimed(new TableRef("delta", "/orders"));

        Lease lease = claimed(odd);

        assertThat(leases.claim(odd)).isEmpty();
        lease.close();
        claimed(odd).close();
        plain.close();
    }

    @Test
    void takes_a_very_long_name() {
        TableRef deep = new TableRef("delta", "/a-folder".repeat(1_000));
        Lease lease = claimed(deep);

        assertThat(leases.claim(deep)).isEmpty();

        claimed(new TableRef("delta", deep.address() + "/b")).close();
        lease.close();
    }

    @Test
    void of_threads_that_race_one_wins() throws Exception {
        for (int race = 0; race < RACES; race++) {
            List<Lease> won = race();

            assertThat(won).as("winners of race %d", race).hasSize(1);
            assertThat(leases.claim(ORDERS)).isEmpty();
            won.get(0).close();
        }
    }

    /** The leases that threads got who claimed one table at once. */
    private List<Lease> race() throws InterruptedException, ExecutionException {
        CyclicBarrier start = new CyclicBarrier(RACERS);
        ExecutorService threads = Executors.newFixedThreadPool(RACERS);
        try {
            List<Callable<Optional<Lease>>> claims = new ArrayList<>();
            for (int i = 0; i < RACERS; i++) {
                claims.add(() -> {
                    start.await();
                    return leases.claim(ORDERS);
                });
            }
            List<Lease> won = new ArrayList<>();
            for (Future<Optional<Lease>> ended : threads.invokeAll(claims)) {
                ended.get().ifPresent(won::add);
            }
            return won;
        } finally {
            threads.shutdownNow();
        }
    }

    private Lease claimed(TableRef table) {
        return leases.claim(table).orElseThrow(() -> new AssertionError(table + " is held by somebody"));
    }
}
