/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;

/** A fleet as a program reads it. What is not known is left out, and never 0. */
public final class FleetJson {

    private FleetJson() {}

    public static ObjectNode of(FleetReport fleet) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode asked = json.putArray("asked");
        fleet.asked().forEach(asked::add);
        json.put("at", fleet.at().toString());
        json.put("seconds", fleet.took().toMillis() / 1000.0);
        json.put("ranked_by", fleet.terms().by().toString());
        json.put("listing", fleet.terms().lists());
        json.set("assumptions", assumptions(fleet.terms()));
        json.set("totals", totals(fleet));
        ArrayNode rows = json.putArray("rows");
        fleet.rows().forEach(row -> rows.add(row(fleet, row)));
        return json;
    }

    private static ObjectNode assumptions(Terms terms) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("bytes_per_second", terms.throughput().perSecond().count());
        json.put("seconds_per_file", terms.throughput().perFile().toMillis() / 1000.0);
        json.put("requests_per_file", Worth.REQUESTS_A_FILE);
        terms.prices().ifPresent(prices -> {
            ObjectNode each = json.putObject("prices");
            each.put("currency", prices.currency());
            each.put("storage_gib_month", prices.storage());
            each.put("reads_per_thousand", prices.reads());
            each.put("writes_per_thousand", prices.writes());
            each.put("lists_per_thousand", prices.lists());
            each.put("compute_minute", prices.minute());
            each.put("scans_per_day", prices.scansPerDay());
        });
        return json;
    }

    private static ObjectNode totals(FleetReport fleet) {
        Worth worth = fleet.worth();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("tables", fleet.tables());
        json.put("due", fleet.due());
        json.put("broken", fleet.broken());
        json.put("blocked", fleet.blocked());
        json.put("files", fleet.files());
        json.put("small_files", fleet.smallFiles());
        json.put("bytes", fleet.size().count());
        json.put("files_rewritten", worth.filesRewritten());
        json.put("files_written", worth.filesWritten());
        json.put("files_saved", worth.filesSaved());
        json.put("bytes_rewritten", worth.bytesRewritten().count());
        json.put("requests_saved_per_scan", worth.requestsSavedPerScan());
        json.put("minutes_estimated", Column.minutes(fleet.estimate()));
        worth.clutter().ifPresent(clutter -> {
            json.put("unreferenced_files", clutter.files());
            json.put("unreferenced_bytes", clutter.bytes().count());
            json.put("eligible_files", clutter.eligibleFiles());
            json.put("eligible_bytes", clutter.eligibleBytes().count());
        });
        fleet.savedPerMonth(worth).ifPresent(money -> json.put("saved_per_month", Column.rounded(money, 4)));
        fleet.cost(worth).ifPresent(money -> json.put("cost_once", Column.rounded(money, 4)));
        return json;
    }

    private static ObjectNode row(FleetReport fleet, FleetRow row) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (Column column : Column.ALL) {
            column.value().apply(fleet, row).ifPresent(value -> put(json, column.name(), value));
        }
        row.trouble()
                .ifPresent(trouble -> json.putObject("error")
                        .put("fault", trouble.fault().name())
                        .put("subject", trouble.subject())
                        .put("reason", trouble.reason())
                        .put("remedy", trouble.fault().remedy()));
        return json;
    }

    private static void put(ObjectNode json, String name, Object value) {
        if (value instanceof Long number) {
            json.put(name, number);
        } else if (value instanceof BigDecimal number) {
            json.put(name, number);
        } else {
            json.put(name, value.toString());
        }
    }
}
