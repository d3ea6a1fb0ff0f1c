/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import static dev.sluice.core.fleet.Fleets.broken;
import static dev.sluice.core.fleet.Fleets.clutter;
import static dev.sluice.core.fleet.Fleets.report;
import static dev.sluice.core.fleet.Fleets.table;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FleetJsonTest {

    @Test
    void says_all_that_the_rows_do_and_leaves_out_what_is_not_known() {
        JsonNode json = FleetJson.of(report(
                Ranking.MONEY,
                Map.of("storage-gib-month", "0.02"),
                broken("/lake/c", "Version 0 is gone."),
                table("/lake/b", 10, 0),
                table("/lake/a", 40, 40, clutter(1))));

        assertThat(json.at("/ranked_by").asText()).isEqualTo("money");
        assertThat(json.at("/totals/tables").asInt()).isEqualTo(3);
        assertThat(json.at("/totals/files_saved").asInt()).isEqualTo(39);
        assertThat(json.at("/totals/saved_per_month").asDouble()).isEqualTo(0.02);
        assertThat(json.at("/assumptions/requests_per_file").asInt()).isEqualTo(2);
        assertThat(json.at("/rows/0/table").asText()).isEqualTo("delta:/lake/a");
        assertThat(json.at("/rows/0/eligible_bytes").asLong()).isEqualTo(1L << 30);
        assertThat(json.at("/rows/0/minutes_estimated").isNumber()).isTrue();
        assertThat(json.at("/rows/1").has("eligible_bytes")).isFalse();
        assertThat(json.at("/rows/2").has("files")).isFalse();
        assertThat(json.at("/rows/2/error/fault").asText()).isEqualTo("TABLE_DAMAGED");
        assertThat(json.at("/rows/2/error/reason").asText()).isEqualTo("Version 0 is gone.");
        assertThat(json.at("/rows/2/error/remedy").asText()).isNotEmpty();
    }
}
