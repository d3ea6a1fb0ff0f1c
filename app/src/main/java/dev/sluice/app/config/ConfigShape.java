/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.app.config.GateShape.Defaults;
import dev.sluice.app.config.shape.Fields;
import dev.sluice.app.config.shape.Section;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.app.config.shape.Shapes;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.policy.preset.Reading;
import dev.sluice.storage.s3.S3Storage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a whole file is read: its sections, and what they say of one another. */
public final class ConfigShape {

    private static final Setting<Map<String, Catalog>> CATALOGS =
            Setting.of("catalogs", Shapes.named(Catalog.SHAPE), "Catalogs of Iceberg tables, by name");
    private static final Setting<List<S3Storage>> STORAGE = Setting.of(
            "storage", Shapes.listOf(StorageShape.SHAPE), "How to reach what lies where; the longest prefix holds");
    private static final Setting<Defaults> DEFAULTS =
            Setting.of("defaults", GateShape.DEFAULTS, "What all gates inherit: inputs of their presets, and notify");
    private static final Setting<Map<String, GateDraft>> GATES =
            Setting.of("gates", Shapes.named(new GateShape()), "The gates, by name");
    private static final Setting<Duration> EXPIRES = Setting.of(
                    "expires",
                    Shapes.plain("duration", Reading.durationOfAtLeast(Duration.ofMinutes(1))),
                    "A run that has waited for an answer for longer than this is declined")
            .byDefault(Patience.DEFAULT.limit());
    private static final Setting<Patience> APPROVAL = Setting.of(
            "approval",
            Section.of(List.of(EXPIRES), fields -> new Patience(fields.value(EXPIRES))),
            "How runs are approved");
    private static final Setting<Prices> PRICES =
            Setting.of("prices", Prices.SHAPE, "What storage and requests cost, to tell savings in money");
    private static final Setting<String> STATE = Setting.of(
            "state",
            Shapes.text(),
            "The folder where runs, plans and trends are kept; --state and SLUICE_STATE go before");

    private static final Section<Config> SHAPE = Section.of(
                    List.of(CATALOGS, STORAGE, DEFAULTS, GATES, APPROVAL, PRICES, STATE), ConfigShape::config)
            .without("notify", "it stands under defaults, or under a gate");

    private ConfigShape() {}

    static Section<Config> shape() {
        return SHAPE;
    }

    /** The sections of a file, in the order of a page. */
    public static List<Setting<?>> settings() {
        return SHAPE.settings();
    }

    /** The JSON Schema of a file, for editors. */
    public static ObjectNode schema() {
        ObjectNode schema = SHAPE.schema();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Configuration of Sluice");
        return schema;
    }

    private static Config config(Fields fields) {
        Map<String, Catalog> catalogs = fields.given(CATALOGS).orElse(Map.of());
        Defaults defaults = fields.given(DEFAULTS).orElse(Defaults.NONE);
        if (!fields.mentions(APPROVAL)) {
            fields.reader().note("approval.expires", EXPIRES.shownFallback().orElseThrow(), "default");
        }
        Map<String, ConfiguredGate> gates = new LinkedHashMap<>();
        fields.given(GATES)
                .orElse(Map.of())
                .forEach((name, draft) ->
                        draft.resolve(name, defaults, catalogs).ifPresent(gate -> gates.put(name, gate)));
        return new Config(
                Optional.of(fields.section().place().file()),
                catalogs,
                fields.given(STORAGE).orElse(List.of()),
                gates,
                fields.given(APPROVAL).orElse(Patience.DEFAULT),
                fields.given(PRICES),
                fields.given(STATE));
    }
}
