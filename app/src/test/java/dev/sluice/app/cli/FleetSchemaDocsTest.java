/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fleet.Ranking;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Objection;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documented shape of a fleet's report is the shape that it has, whatever is found. */
class FleetSchemaDocsTest {

    private final Terminal terminal = new Terminal(Path.of("/lake"));
    private final DocumentedShape shape = DocumentedShape.in("fleet.schema.json");

    @BeforeEach
    void an_estate_with_all_that_may_be() {
        FakeFormat delta = terminal.parts.delta;
        delta.orders("/lake/orders").eligible.add(FakeTable.stored("/lake/orders/old.parquet"));
        delta.add("/lake/fine", 7, FakeTable.files(1, Bytes.ofMebibytes(120), FakeTable.day(1)));
        delta.add("/lake/empty", 0, List.of());
        delta.orders("/lake/unsupported")
                .objections
                .add(new Objection(Objection.Kind.UNSUPPORTED, "It uses the feature \"icebergCompatV2\"."));
        delta.orders("/lake/broken").breaksWith =
                Optional.of(new GateException(Fault.TABLE_DAMAGED, "delta:/lake/broken", "Version 3 is gone."));
        terminal.parts.showFolders().locked("/lake/secret");
    }

    private JsonNode fleet(String... more) {
        String[] args = Stream.concat(Stream.of("fleet", "/lake", "--json"), Arrays.stream(more))
                .toArray(String[]::new);
        return Json.only(terminal.run(args));
    }

    @Test
    void fits_a_fleet_with_tables_of_all_kinds() {
        JsonNode fleet = fleet();

        shape.isThatOf(fleet);
        assertThat(fleet.path("rows")).hasSize(6);
        assertThat(fleet.at("/totals/broken").asInt()).isPositive();
        assertThat(fleet.at("/totals/due").asInt()).isPositive();
    }

    @Test
    void fits_a_fleet_that_was_listed_and_has_prices() {
        JsonNode fleet = fleet("--listing", "--price", "reads-per-thousand=0.4", "--price", "storage-gib-month=0.02");

        shape.isThatOf(fleet);
        assertThat(fleet.path("totals").has("eligible_bytes")).isTrue();
        assertThat(fleet.path("totals").has("saved_per_month")).isTrue();
        assertThat(fleet.path("assumptions").has("prices")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "bytes", "ratio", "size"})
    void fits_whatever_it_is_ranked_by(String by) {
        JsonNode fleet = fleet("--by", by, "--listing");

        shape.isThatOf(fleet);
        assertThat(fleet.path("ranked_by").asText()).isEqualTo(by);
    }

    @ParameterizedTest
    @ValueSource(strings = {"asked", "at", "seconds", "ranked_by", "listing", "assumptions", "totals", "rows"})
    void refuses_a_fleet_that_lacks_something(String key) {
        ObjectNode fleet = (ObjectNode) fleet();
        fleet.remove(key);

        assertThat(shape.refusals(fleet)).hasSize(1);
    }

    @Test
    void refuses_a_row_that_says_neither_how_a_table_is_nor_what_is_wrong() {
        JsonNode fleet = fleet();
        ((ObjectNode) fleet.path("rows").get(0)).remove("verdict");

        assertThat(shape.refusals(fleet)).isNotEmpty();
    }

    @Test
    void refuses_a_name_that_it_does_not_document() {
        JsonNode fleet = fleet();
        ((ObjectNode) fleet.path("rows").get(0)).put("fragments", 3);

        assertThat(shape.refusals(fleet)).isNotEmpty();
    }

    @Test
    void its_closed_lists_are_those_of_the_program() {
        assertThat(shape.list("/properties/ranked_by"))
                .containsExactlyElementsOf(
                        Arrays.stream(Ranking.values()).map(Ranking::toString).toList());
        shape.lists("/$defs/row/properties/verdict", Verdict.Level.values());
        shape.lists("/$defs/fault", Fault.values());
    }

    /** The header of the CSV file, which has a line for each table with the same names. */
    @Test
    void a_row_has_the_names_of_the_csv_files_columns() {
        String header = terminal.run("fleet", "/lake", "--csv", "-")
                .out()
                .lines()
                .findFirst()
                .orElseThrow();

        assertThat(shape.at("/$defs/row/properties").fieldNames())
                .toIterable()
                .containsExactlyElementsOf(Stream.concat(Stream.of(header.split(",")), Stream.of("error"))
                        .toList());
    }
}
