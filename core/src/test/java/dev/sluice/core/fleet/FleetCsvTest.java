/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import static dev.sluice.core.fleet.Fleets.broken;
import static dev.sluice.core.fleet.Fleets.clutter;
import static dev.sluice.core.fleet.Fleets.report;
import static dev.sluice.core.fleet.Fleets.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Sighting;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FleetCsvTest {

    @Test
    void holds_every_figure_and_leaves_empty_what_is_not_known() {
        String csv = FleetCsv.of(report(
                Ranking.FILES,
                Map.of("storage-gib-month", "0.02"),
                table("/lake/a", 40, 40, clutter(1)),
                table("/lake/b", 10, 0),
                broken("/lake/c", "Version 0 is gone.")));

        assertThat(csv).isEqualTo("""
                        table,verdict,fault,version,version_at,age_days,files,small_files,small_ratio,bytes,files_rewritten,files_written,files_saved,bytes_rewritten,requests_saved_per_scan,minutes_estimated,unreferenced_files,unreferenced_bytes,eligible_files,eligible_bytes,saved_per_month,cost_once,why
                        delta:/lake/a,WARNING,,7,2026-11-27T15:00:00Z,1.50,40,40,1.000,41943040,40,1,39,41943040,78,0.07,10,2147483648,5,1073741824,0.0200,0.0000,40 of 40 files are small
                        delta:/lake/b,HEALTHY,,7,2026-11-27T15:00:00Z,1.50,10,0,0.000,10485760,0,0,0,0,0,0.00,,,,,0.0000,0.0000,0 of 10 files are small
                        delta:/lake/c,,TABLE_DAMAGED,,,,,,,,,,,,,,,,,,,,Version 0 is gone.
                        """.replace("\n", "\r\n"));
    }

    @Test
    void quotes_what_would_end_a_cell_or_a_line() {
        assertThat(cell("Says \"no\", and\nleaves.")).isEqualTo("\"Says \"\"no\"\", and\nleaves.\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=cmd|' /C calc'!A0",
                "+1",
                "-1+1",
                "@SUM(A1)",
                "\t=1",
                "  =1",
                "\u00a0=1",
                "\u3000@x",
                "\uff1d1",
                "\u0001=1"
            })
    void a_text_that_a_spreadsheet_would_take_for_a_formula_is_made_harmless(String text) {
        assertThat(cell(text)).startsWith("'").endsWith(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "a=b", "s3://lake/a-b", "1 + 1"})
    void other_texts_stay_as_they_are(String text) {
        assertThat(cell(text)).isEqualTo(text);
    }

    /** The last cell of the row of a folder that could not be looked into, for that reason. */
    private static String cell(String reason) {
        Sighting sighting = Sighting.blocked("/x", new GateException(Fault.STORAGE, "/x", reason));
        String csv = FleetCsv.of(report(
                Ranking.FILES,
                Map.of(),
                FleetRow.refused(sighting, sighting.obstacle().orElseThrow())));
        String row = csv.substring(csv.indexOf("\r\n") + 2, csv.length() - 2);
        return row.substring(row.indexOf("STORAGE") + "STORAGE".length()).replaceFirst("^,+", "");
    }
}
