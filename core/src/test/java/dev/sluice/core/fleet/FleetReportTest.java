/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import static dev.sluice.core.fleet.Fleets.broken;
import static dev.sluice.core.fleet.Fleets.clutter;
import static dev.sluice.core.fleet.Fleets.report;
import static dev.sluice.core.fleet.Fleets.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetReportTest {

    private static final FleetRow FEW_FILES = table("/few-files", 10, 5, clutter(100));
    private static final FleetRow MANY_FILES = table("/many-files", 4000, 1001, clutter(1));
    private static final FleetRow ALL_SMALL = table("/all-small", 30, 30);
    private static final FleetRow HEALTHY = table("/healthy", 9000, 0);
    private static final FleetRow BROKEN = broken("/broken", "Version 0 is gone.");

    @ParameterizedTest
    @CsvSource({
        "FILES, /many-files /all-small /few-files /healthy /broken",
        "BYTES, /few-files /many-files /all-small /healthy /broken",
        "RATIO, /all-small /few-files /many-files /healthy /broken",
        "SIZE, /healthy /many-files /all-small /few-files /broken",
        "MONEY, /few-files /many-files /all-small /healthy /broken"
    })
    void ranks_what_is_worth_most_first_and_what_cannot_be_read_last(Ranking by, String expected) {
        FleetReport fleet = report(
                by,
                Map.of("storage-gib-month", "0.023", "reads-per-thousand", "0.0004"),
                BROKEN,
                HEALTHY,
                ALL_SMALL,
                FEW_FILES,
                MANY_FILES);

        assertThat(String.join(" ", places(fleet))).isEqualTo(expected);
    }

    @Test
    void what_is_worth_the_same_stands_in_the_order_of_names() {
        assertThat(places(report(Ranking.FILES, Map.of(), table("/b", 9, 0), table("/a", 9, 0))))
                .containsExactly("/a", "/b");
    }

    private static List<String> places(FleetReport fleet) {
        return fleet.rows().stream()
                .map(row -> row.place().substring("delta:".length()))
                .toList();
    }

    @Test
    void adds_up_what_is_known() {
        FleetReport fleet = report(Ranking.FILES, Map.of(), BROKEN, HEALTHY, ALL_SMALL, FEW_FILES, MANY_FILES);

        assertThat(fleet.tables()).isEqualTo(5);
        assertThat(fleet.due()).isEqualTo(3);
        assertThat(fleet.broken()).isEqualTo(1);
        assertThat(fleet.files()).isEqualTo(13_040);
        assertThat(fleet.worth().filesSaved()).isEqualTo(29 + 4 + 1000);
        assertThat(fleet.worth().requestsSavedPerScan()).isEqualTo(2 * 1033);
        assertThat(fleet.worth().reclaimable()).isEqualTo(Bytes.ofGibibytes(101));
        assertThat(fleet.savedPerMonth(fleet.worth())).isEmpty();
    }

    @Test
    void a_clock_that_is_behind_makes_no_negative_age() {
        FleetReport fleet = report(Ranking.FILES, Map.of(), ALL_SMALL);
        FleetReport behind = new FleetReport(
                fleet.asked(), fleet.rows(), fleet.terms(), Fleets.NOW.minus(Duration.ofDays(9)), fleet.took());

        assertThat(fleet.age(ALL_SMALL)).contains(Duration.ofHours(36));
        assertThat(behind.age(ALL_SMALL)).contains(Duration.ZERO);
    }

    @Test
    void estimates_by_a_throughput_that_is_stated() {
        Worth worth = new Worth(1000, 1, Bytes.ofMebibytes(600), 1, Optional.empty());

        assertThat(new Throughput(Bytes.ofMebibytes(10), Duration.ofMillis(5)).estimate(worth))
                .isEqualTo(Duration.ofSeconds(65));
        assertThat(Throughput.STATED.estimate(Worth.NOTHING)).isZero();
    }

    @Test
    void a_months_saving_is_storage_that_may_go_and_requests_of_those_who_read() {
        Prices prices = Prices.of(Map.of(
                "storage-gib-month",
                "0.02",
                "reads-per-thousand",
                "0.0005",
                "writes-per-thousand",
                "0.005",
                "lists-per-thousand",
                "0.05",
                "compute-minute",
                "0.6",
                "scans-per-day",
                "10"));
        Worth worth = new Worth(1001, 1, Bytes.ofMebibytes(600), 1, clutter(100));

        // 100 GiB at 0.02, and 2,000 requests at each of 300 scans
        assertThat(prices.savedPerMonth(worth)).isEqualByComparingTo("2.3");
        // 2 minutes; 4,004 requests that read; 2 that write; 1 that lists
        assertThat(prices.cost(worth, Duration.ofMinutes(2)))
                .isEqualByComparingTo(new BigDecimal("1.2")
                        .add(new BigDecimal("0.002002"))
                        .add(new BigDecimal("0.00001"))
                        .add(new BigDecimal("0.00005")));
        assertThat(prices.savedPerMonth(Worth.NOTHING)).isEqualByComparingTo("0");
    }

    @Test
    void all_wrong_prices_are_named_together() {
        Map<String, String> wrong = new TreeMap<>(
                Map.of("storage-gib-mont", "1", "reads-per-thousand", "-1", "writes-per-thousand", "cheap", "x", "1"));

        assertThatThrownBy(() -> Prices.of(wrong))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                .hasMessageContaining("\"-1\" is no price for reads-per-thousand")
                .hasMessageContaining("\"cheap\" is no price for writes-per-thousand")
                .hasMessageContaining("There is no price \"storage-gib-mont\"; the nearest is \"storage-gib-month\".")
                .hasMessageContaining(
                        "There is no price \"x\"; there is storage-gib-month, reads-per-thousand, writes-per-thousand, lists-per-thousand, compute-minute, scans-per-day.");
    }
}
